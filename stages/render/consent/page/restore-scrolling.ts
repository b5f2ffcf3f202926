/// <reference lib="dom" />
import { composedParent, hide, isOverlay, stackAt } from './overlays.ts'

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
