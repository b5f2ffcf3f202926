/// <reference lib="dom" />

/** Points at which overlays are looked for, as shares of the viewport. */
const COLUMNS = [0.05, 0.3, 0.5, 0.7, 0.95]
const ROWS = [0.03, 0.25, 0.5, 0.75, 0.97]
/** Minimum z-index of an absolutely positioned overlay. */
const LAYER = 100
const NAMED = ['cookie', 'consent', 'gdpr', 'privacy-banner', 'ccpa']
  .flatMap((name) => [`[id*="${name}" i]`, `[class*="${name}" i]`])
  .concat('dialog[open]', '[role="dialog"]', '[role="alertdialog"]', '[aria-modal="true"]')
  .join(',')
/** No banner contains one of these elements. */
const CONTENT = 'main, article, nav'

/** Elements that may be banners, inner ones first: overlays, and elements with the name or role of a banner. */
export function bannerCandidates(): Element[] {
  const seen = new Set<Element>()
  for (const element of elementsAtGridPoints()) {
    for (let at: Element | null = element; at && !seen.has(at); at = composedParent(at))
      if (isOverlay(at)) seen.add(at)
  }
  const named = [...document.querySelectorAll(NAMED)].reverse()
  return [...new Set([...seen, ...named])].filter(
    (element) => !element.matches(`html, body, header, ${CONTENT}`) && !element.querySelector(CONTENT),
  )
}

function elementsAtGridPoints(): Element[] {
  const points = COLUMNS.flatMap((x) => ROWS.map((y) => [x * innerWidth, y * innerHeight] as const))
  return [...new Set(points.flatMap(([x, y]) => stackAt(document, x, y)))]
}

/** The elements at a point from top to bottom, including those of open shadow trees. */
function stackAt(root: Document | ShadowRoot, x: number, y: number): Element[] {
  const here = root.elementsFromPoint(x, y).filter((element) => element.getRootNode() === root)
  return here.flatMap((element) => [
    ...(element.shadowRoot ? stackAt(element.shadowRoot, x, y) : []),
    element,
  ])
}

/** The parent element; of the top element of a shadow tree, its host. */
export function composedParent(element: Element): Element | null {
  const root = element.getRootNode()
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
}

/** Whether the element lies on top of the page: fixed, sticky, or absolute with a z-index of at least `LAYER`. */
export function isOverlay(element: Element): boolean {
  const { position, zIndex } = getComputedStyle(element)
  return position === 'fixed' || position === 'sticky' || (position === 'absolute' && Number(zIndex) >= LAYER)
}

/** Hides the element, whatever its style sheets say. */
export function hide(element: Element): void {
  if (element instanceof HTMLElement) element.style.setProperty('display', 'none', 'important')
}

/** The source of this file, for an isolated world. */
export const overlayScript = [
  `const COLUMNS = ${JSON.stringify(COLUMNS)}, ROWS = ${JSON.stringify(ROWS)}, LAYER = ${LAYER}`,
  `const NAMED = ${JSON.stringify(NAMED)}, CONTENT = ${JSON.stringify(CONTENT)}`,
  ...[bannerCandidates, elementsAtGridPoints, stackAt, composedParent, isOverlay, hide].map(String),
]

/** Maximum number of backdrops on top of each other. */
const MOST_BACKDROPS = 3

/** Undoes what a banner has done to the page: locked scrolling, blur and backdrops. */
export function restoreScrolling(): void {
  for (const element of [document.documentElement, document.body]) if (element) unlockScrolling(element)
  for (let count = 0; count < MOST_BACKDROPS; count++) {
    const found = findBackdrop()
    if (found === null) break
    hide(found)
  }
}

function unlockScrolling(element: HTMLElement): void {
  const { overflowX, overflowY, position, filter } = getComputedStyle(element)
  const set = (name: string, value: string) => element.style.setProperty(name, value, 'important')
  if (/hidden|clip/.test(overflowY)) set('overflow-y', overflowX === 'hidden' ? 'auto' : 'visible')
  if (position === 'fixed') set('position', 'static')
  if (filter.includes('blur')) set('filter', 'none')
  for (const child of element.children) {
    if (child instanceof HTMLElement && getComputedStyle(child).filter.includes('blur('))
      child.style.setProperty('filter', 'none', 'important')
  }
}

/** An element that covers the whole viewport and shows nothing. */
function findBackdrop(): Element | null {
  const shares = [0.1, 0.5, 0.9]
  const tops = shares.flatMap((x) => shares.map((y) => stackAt(document, x * innerWidth, y * innerHeight)[0]))
  const layers = tops.map((top) => (top ? layerOf(top) : null))
  const layer = layers[0] ?? null
  return layer !== null && layers.every((one) => one === layer) && isEmpty(layer) ? layer : null
}

function layerOf(element: Element): Element | null {
  for (let at: Element | null = element; at && at !== document.body; at = composedParent(at))
    if (isOverlay(at)) return at
  return null
}

function isEmpty(element: Element): boolean {
  if (
    !(element instanceof HTMLElement) ||
    element.querySelector('main, article, img, video, canvas, iframe, svg, input')
  )
    return false
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text must not count
  return element.innerText.trim() === '' && getComputedStyle(element).backgroundImage === 'none'
}

/** The source of this file, for an isolated world. */
export const restoreScrollingScript = [
  `const MOST_BACKDROPS = ${MOST_BACKDROPS}`,
  ...[restoreScrolling, unlockScrolling, findBackdrop, layerOf, isEmpty].map(String),
]
