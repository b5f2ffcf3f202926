/**
 * The functions run in the page, in the documents of its frames as well: `instanceof` knows only the elements of one of them. A form may
 * give its properties other values by the names of its fields, so each walk upwards is bounded.
 */

/** The parent of an element as it is rendered: of what is slotted its slot, of the top of a shadow tree its host. */
export function flatParent(element: Element): Element | null {
  const host = (element.getRootNode() as Partial<ShadowRoot>).host ?? null
  return element.assignedSlot ?? element.parentElement ?? host
}

/** The element and what it is rendered in, inner ones first. */
export function flatPath(element: Element): Element[] {
  const MOST = 500
  const path: Element[] = []
  for (let at: Element | null = element; at !== null && path.length < MOST; at = flatParent(at)) path.push(at)
  return path
}

/** The document, the open shadow trees in it, and the documents of frames of the same origin with theirs. */
export function rootsOf(): (Document | ShadowRoot)[] {
  const [MOST_ROOTS, MOST_ELEMENTS] = [200, 20_000]
  const roots: (Document | ShadowRoot)[] = [document]
  let remaining = MOST_ELEMENTS
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node !== null && remaining-- > 0; node = walker.nextNode()) {
      const inner = (node as Element).shadowRoot ?? (node as Partial<HTMLIFrameElement>).contentDocument
      if (inner && roots.length < MOST_ROOTS) roots.push(inner)
    }
  }
  return roots
}

/** The innermost element at a point of a document, in open shadow trees too. */
export function elementAt(owner: Document, x: number, y: number): Element | null {
  const MOST_DEPTH = 50
  let hit = owner.elementFromPoint(x, y)
  for (let depth = 0; hit?.shadowRoot && depth < MOST_DEPTH; depth++) {
    const { shadowRoot } = hit
    // The first one may be the host: where words are slotted.
    const inner = shadowRoot.elementsFromPoint(x, y).find((one) => one.getRootNode() === shadowRoot)
    if (inner === undefined) break
    hit = inner
  }
  return hit
}

/** What a person reads on an element, by sight or by name; each text 200 characters at most. */
export function labelsOf(element: Element): string[] {
  const [MOST, MOST_CHARS] = [20, 200]
  const root = element.getRootNode() as Document | ShadowRoot
  const first = <T>(list: Iterable<T>) => [...list].slice(0, MOST)
  const slots = first(element.querySelectorAll('slot')).flatMap((slot) =>
    first(slot.assignedNodes({ flatten: true })),
  )
  const names = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).slice(0, MOST)
  const named = names.map((id) => (id === '' ? null : root.getElementById(id)))
  const pictures = first(element.querySelectorAll('img, [aria-label]'))
  const shown = [
    element.textContent,
    element.shadowRoot?.textContent,
    ...[...slots, ...named, ...first((element as HTMLInputElement).labels ?? [])].map(
      (node) => node?.textContent,
    ),
    ...pictures.map((one) => one.getAttribute('alt') ?? one.getAttribute('aria-label')),
    ...['aria-label', 'title', 'value', 'placeholder'].map((name) => element.getAttribute(name)),
  ]
  return [...shown, element.id].map((text) => (text ?? '').trim().slice(0, MOST_CHARS))
}

/** The names that authors give an element, and the host of its shadow tree: what is known of one that shows no words. */
export function ownNames(element: Element): string[] {
  const host = (element.getRootNode() as Partial<ShadowRoot>).host ?? null
  const classes = element.localName === 'button' ? null : element.getAttribute('class')
  return [classes, host?.localName, host?.getAttribute('class'), host?.id].map((name) =>
    (name ?? '').slice(0, 200),
  )
}
