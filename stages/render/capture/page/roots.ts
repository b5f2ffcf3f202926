/// <reference lib="dom" />

/** The document and the open shadow roots in it, outer ones first. */
export function allRoots(): (Document | ShadowRoot)[] {
  const roots: (Document | ShadowRoot)[] = [document]
  for (const root of roots) {
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot !== null) roots.push(shadowRoot)
  }
  return roots
}

/** A document that has lost its root element, or has been opened anew, shows nothing: with an empty one it can be measured. */
export function ensureRoot(): void {
  if (document.documentElement === null) document.append(document.createElement('html'))
}
