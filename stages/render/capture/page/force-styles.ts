/// <reference lib="dom" />

/** Whether the inline style of the element can be set: a form field named `style` hides that of its form. */
export function hasInlineStyle(element: Element): element is HTMLElement {
  return 'style' in element && element.style instanceof CSSStyleDeclaration
}

/** Sets properties, in this order, with priority over the style sheets of the page. */
export function forceStyles({ style }: HTMLElement, properties: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(properties)) style.setProperty(name, value, 'important')
}
