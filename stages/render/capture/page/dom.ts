/// <reference lib="dom" />

/** The document and the open shadow roots in it, outer ones first. */
export function allRoots(): (Document | ShadowRoot)[] {
  const roots: (Document | ShadowRoot)[] = [document]
  for (const root of roots) {
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot !== null) roots.push(shadowRoot)
  }
  return roots
}

/** Adds an empty root element to a document that has lost its own, so that the document can be measured. */
export function ensureRoot(): void {
  if (document.documentElement === null) document.append(document.createElement('html'))
}

/** Whether the inline style of the element can be set: a form field named `style` hides that of its form. */
export function hasInlineStyle(element: Element): element is HTMLElement {
  return 'style' in element && element.style instanceof CSSStyleDeclaration
}

/** Sets properties, in this order, with priority over the style sheets of the page. */
export function forceStyles({ style }: HTMLElement, properties: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(properties)) style.setProperty(name, value, 'important')
}
