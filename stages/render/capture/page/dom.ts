/// <reference lib="dom" />

/** The document, of the page by default, and the open shadow roots in it, outer ones first. */
export function allRoots(top: Document = document): (Document | ShadowRoot)[] {
  const roots: (Document | ShadowRoot)[] = [top]
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

/**
 * Waits until intersection observers have been called: Chromium calls them in a task after a frame, which a busy browser may run after
 * the next frame. Gives up on a page that does not paint.
 */
export async function untilObserved(): Promise<void> {
  const longestMs = 250
  const observed = new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect()
      resolve()
    })
    observer.observe(document.documentElement)
  })
  await resolveWithin(observed, longestMs)
}

/** Waits until changes are laid out and painted, and intersection observers have been called. Gives up on a page that does not paint. */
export async function untilPainted(): Promise<void> {
  const longestMs = 250
  await untilObserved()
  await resolveWithin(new Promise((resolve) => requestAnimationFrame(resolve)), longestMs)
}

/** The functions that `untilPainted` and `untilObserved` need in the page. */
export const untilPaintedUses = [untilPainted, untilObserved, resolveWithin]

/** Resolves when `promise` settles, after `ms` milliseconds at the latest. */
export async function resolveWithin(promise: Promise<unknown>, ms: number): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, ms))
  await Promise.race([promise, late]).catch(() => {})
}

/**
 * Waits until the document no longer changes, `ms` milliseconds at most: counters and scripted transitions end by themselves. It
 * does not rest before a frame was made: scripts that add content do so in one, and a busy browser makes few.
 */
export async function untilUnchanging(ms: number): Promise<void> {
  const restMs = 100
  const until = performance.now() + ms
  let hasMadeFrame = false
  // Scripts that are called in the first frame may ask for the second.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      hasMadeFrame = true
    }),
  )
  let changedAt = performance.now()
  const observer = new MutationObserver(() => {
    changedAt = performance.now()
  })
  for (const root of allRoots())
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
  const hasRested = () => hasMadeFrame && performance.now() >= changedAt + restMs
  while (performance.now() < until && !hasRested()) await new Promise((resolve) => setTimeout(resolve, 25))
  observer.disconnect()
}
