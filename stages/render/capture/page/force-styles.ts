/// <reference lib="dom" />

/** Whether the element's style can be set: a field of that name hides a form's own. */
export function hasInlineStyle(element: Element): element is HTMLElement {
  return 'style' in element && element.style instanceof CSSStyleDeclaration
}

/** Sets properties, in this order, over whatever the page's style sheets say. */
export function forceStyles({ style }: HTMLElement, properties: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(properties)) style.setProperty(name, value, 'important')
}
