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
