/// <reference lib="dom" />
import { forceStyles, hasInlineStyle } from './dom.ts'
import { hitTestUses, isWithin, stackAt, withAllHit } from './hit-test.ts'
import { composedParent } from './scroll/expand-scrollers.ts'

/** A fixed element, or a fixed pseudo-element of it, that covers the viewport. */
export interface Ground {
  readonly element: HTMLElement
  readonly pseudo: '::before' | '::after' | null
}

/** Whether it is behind all content by its z-index, and as large as the viewport. */
export function isBehindAll(ground: Ground): boolean {
  return Number(getComputedStyle(ground.element, ground.pseudo).zIndex) < 0 && shareOfView(ground) >= 1
}

/** Whether it is fixed, and so large that it may be a ground: one may begin below a header. */
export function mayBeGround(ground: Ground): boolean {
  return getComputedStyle(ground.element, ground.pseudo).position === 'fixed' && shareOfView(ground) >= 0.9
}

/** The smaller one of its shares of the width and of the height of the viewport. */
function shareOfView({ element, pseudo }: Ground): number {
  const { clientWidth, clientHeight } = document.documentElement
  const style = getComputedStyle(element, pseudo)
  const { width, height } =
    pseudo === null
      ? element.getBoundingClientRect()
      : { width: Number.parseFloat(style.width), height: Number.parseFloat(style.height) }
  return Math.min(width / clientWidth, height / clientHeight)
}

/**
 * The grounds that lie below the content further down in the page, and are seen there: not the veil of a dialog, and not a hero that
 * content without gaps slides over. Scrolls, and leaves the page at its top.
 */
export function groundsOfContent(candidates: readonly Ground[]): Ground[] {
  const { scrollHeight } = document.scrollingElement ?? document.documentElement
  if (candidates.length === 0 || scrollHeight <= innerHeight) return []
  const stacks = withAllHit(stacksBelow)
  const fixed = new Map<Element, boolean>()
  return candidates.filter((ground) => isBelowContent(ground, stacks, fixed))
}

/** The elements at points of views below the first one. */
function stacksBelow(): Element[][] {
  const root = document.scrollingElement ?? document.documentElement
  const views = 5
  const shares = [0.1, 0.3, 0.5, 0.7, 0.9]
  const stacks: Element[][] = []
  for (let view = 1; view <= views; view++) {
    root.scrollTo({ top: ((root.scrollHeight - innerHeight) * view) / views, behavior: 'instant' })
    for (const x of shares) for (const y of shares) stacks.push(stackAt(x * innerWidth, y * innerHeight))
  }
  root.scrollTo({ top: 0, behavior: 'instant' })
  return stacks
}

function isBelowContent(
  { element, pseudo }: Ground,
  stacks: readonly Element[][],
  fixed: Map<Element, boolean>,
): boolean {
  const isOwn = (hit: Element) => (pseudo === null ? isWithin(hit, element) : hit === element)
  const isContent = (hit: Element) => !isOwn(hit) && !isWithin(element, hit) && !isFixed(hit, fixed)
  let [below, above, seen] = [0, 0, 0]
  for (const stack of stacks) {
    const own = stack.findIndex(isOwn)
    if (own < 0) continue
    const over = stack.slice(0, own).filter(isContent)
    if (over.length > 0) below++
    else if (stack.slice(own).some((hit) => isContent(hit) && isPainted(hit))) above++
    if (!over.some(isOpaque)) seen++
  }
  return below > 0 && seen > 0 && above * 4 <= below
}

/** Whether the element is fixed, or lies in a fixed one. The root and the body are no content either. */
function isFixed(element: Element, known: Map<Element, boolean>): boolean {
  const before = known.get(element)
  if (before !== undefined) return before
  const parent = composedParent(element)
  const isPage = element === document.documentElement || element === document.body
  const inFixed = parent !== null && parent !== document.body && isFixed(parent, known)
  const answer = isPage || inFixed || getComputedStyle(element).position === 'fixed'
  known.set(element, answer)
  return answer
}

function isPainted(element: Element): boolean {
  return (
    isOpaque(element) ||
    Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.nodeValue?.trim())
  )
}

function isOpaque(element: Element): boolean {
  const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
  if (Number(opacity) < 0.9) return false
  const alpha = /^rgba\(.*, ([\d.]+)\)$/.exec(backgroundColor)?.[1] ?? 1
  return (
    /^(img|video|canvas|iframe)$/.test(element.localName) || backgroundImage !== 'none' || Number(alpha) > 0.9
  )
}

/** Makes the element as tall as the page. Text in it stays where it is. */
export function stretch(element: HTMLElement, height: number): void {
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text must not count
  if (element.innerText?.trim()) stretchBelow(element, height)
  else stretchWhole(element, height)
}

/** Makes the element, and what covers the viewport in it, taller. */
function stretchWhole(element: HTMLElement, height: number): void {
  const { top } = element.getBoundingClientRect()
  const inside = Array.from(element.querySelectorAll<HTMLElement>('*')).filter(hasInlineStyle)
  const parts = inside.filter((part) => shareOfView({ element: part, pseudo: null }) >= 0.9)
  setGroundHeight(element, height)
  forceStyles(element, { bottom: 'auto' })
  const moved = element.getBoundingClientRect().top - top
  forceStyles(element, { top: `${Number.parseFloat(getComputedStyle(element).top) - moved}px` })
  for (const part of parts)
    if (part.getBoundingClientRect().height < height - 1) setGroundHeight(part, height)
}

/** Makes the element taller by its padding, with which its content stays where it is. */
function stretchBelow(element: HTMLElement, height: number): void {
  const more = height - element.getBoundingClientRect().height
  const padding = Number.parseFloat(getComputedStyle(element).paddingBottom)
  setGroundHeight(element, height)
  forceStyles(element, { bottom: 'auto', 'padding-bottom': `${padding + more}px` })
}

function setGroundHeight(element: HTMLElement, height: number): void {
  const { objectFit } = getComputedStyle(element)
  // The width of an image may depend on its height.
  const width = element.offsetWidth
  const sized = { 'box-sizing': 'border-box', 'min-height': '0', 'max-height': 'none', height: `${height}px` }
  forceStyles(element, { transition: 'none', ...sized, ...(width > 0 && { width: `${width}px` }) })
  // A video would be a small image in the middle.
  if (objectFit === 'contain') forceStyles(element, { 'object-fit': 'cover' })
}

/** All functions that `isBehindAll`, `mayBeGround`, `groundsOfContent` and `stretch` need in the page. */
export const groundsUses = [
  ...[isBehindAll, mayBeGround, shareOfView, groundsOfContent, stacksBelow, isBelowContent, isFixed],
  ...[
    isPainted,
    isOpaque,
    stretch,
    stretchWhole,
    stretchBelow,
    setGroundHeight,
    hasInlineStyle,
    forceStyles,
    ...hitTestUses,
  ],
]
