/// <reference lib="dom" />

/** Whether the element's style can be set: a field of that name hides a form's own. */
export function isStyled(element: Element): element is HTMLElement {
  return 'style' in element && element.style instanceof CSSStyleDeclaration
}
