/// <reference lib="dom" />
import { composedParent, deep, isShown, textOf } from './reading.ts'

/** Points at which overlays are looked for, as shares of the viewport. */
const COLUMNS = [0.05, 0.3, 0.5, 0.7, 0.95]
const ROWS = [0.03, 0.25, 0.5, 0.75, 0.97]
/** Minimum z-index of an absolutely positioned overlay. */
export const LAYER = 100
const NAMED = ['cookie', 'consent', 'gdpr', 'privacy-banner', 'ccpa']
  .flatMap((name) => [`[id*="${name}" i]`, `[class*="${name}" i]`])
  .concat('dialog[open]', '[role="dialog"]', '[role="alertdialog"]', '[aria-modal="true"]')
  .join(',')
/** Characters beside what holds all text of a page. */
const MOST_BESIDE = 20
/** No banner contains one of these elements. */
const CONTENT = 'main, article'

/** Elements that may be banners, inner ones first: overlays, and elements with the name or role of a banner. */
export function bannerCandidates(): Element[] {
  const seen = new Set<Element>()
  for (const element of elementsAtGridPoints()) {
    for (let at: Element | null = element; at && !seen.has(at); at = composedParent(at))
      if (isOverlay(at)) seen.add(at)
  }
  const named = deep(document.documentElement, NAMED).reverse()
  return [...new Set([...seen, ...named])].filter(
    (element) => !element.matches(`html, body, header, nav, ${CONTENT}`) && !element.querySelector(CONTENT),
  )
}

/** Whether neither the element nor anything around it is an overlay. */
export function isInFlow(element: Element): boolean {
  for (let at: Element | null = element; at !== null; at = composedParent(at)) if (isOverlay(at)) return false
  return true
}

/**
 * Whether the element is what the page is about: a part of an article, what holds all main headings, or all text of the page. A text
 * about cookies is no banner.
 */
export function isPageContent(element: Element): boolean {
  const headings = [...document.querySelectorAll('h1')].filter(isShown)
  const holdsHeadings = headings.length > 0 && headings.every((heading) => element.contains(heading))
  if (isInFlow(element)) return holdsHeadings || element.closest('article') !== null
  return holdsHeadings && textOf(document.body).length - textOf(element).length <= MOST_BESIDE
}

function elementsAtGridPoints(): Element[] {
  const points = COLUMNS.flatMap((x) => ROWS.map((y) => [x * innerWidth, y * innerHeight] as const))
  return [...new Set(points.flatMap(([x, y]) => stackAt(document, x, y)))]
}

/** The elements at a point from top to bottom, including those of open shadow trees. */
export function stackAt(root: Document | ShadowRoot, x: number, y: number): Element[] {
  const here = root.elementsFromPoint(x, y).filter((element) => element.getRootNode() === root)
  return here.flatMap((element) => [
    ...(element.shadowRoot ? stackAt(element.shadowRoot, x, y) : []),
    element,
  ])
}

/** Whether the element lies on top of the page: fixed, sticky, or absolute with a z-index of at least `LAYER`. */
export function isOverlay(element: Element): boolean {
  const { position, zIndex } = getComputedStyle(element)
  return position === 'fixed' || position === 'sticky' || (position === 'absolute' && Number(zIndex) >= LAYER)
}

/**
 * Hides the element, whatever its style sheets say. A modal dialog would keep the rest of the page inert: it is taken out of the top
 * layer, without the events of closing it.
 */
export function hide(element: Element): void {
  if (element instanceof HTMLElement) element.style.setProperty('display', 'none', 'important')
  for (const dialog of [element, ...deep(element, 'dialog')]) {
    if (!dialog.matches('dialog:modal')) continue
    const { parentNode, nextSibling } = dialog
    dialog.remove()
    parentNode?.insertBefore(dialog, nextSibling)
  }
}

/** The source of this file, for an isolated world; it needs that of `reading.ts`. */
export const overlayScript = [
  `const COLUMNS = ${JSON.stringify(COLUMNS)}, ROWS = ${JSON.stringify(ROWS)}, LAYER = ${LAYER}`,
  `const NAMED = ${JSON.stringify(NAMED)}, CONTENT = ${JSON.stringify(CONTENT)}`,
  `const MOST_BESIDE = ${MOST_BESIDE}`,
  ...[bannerCandidates, isInFlow, isPageContent, elementsAtGridPoints, stackAt, isOverlay, hide].map(String),
]
