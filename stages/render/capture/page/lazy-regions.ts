/// <reference lib="dom" />
import type { Box } from '../area.ts'
import { allRoots, hasInlineStyle, untilPainted, untilPaintedUses, untilUnchanging } from './dom.ts'
import { composedParent } from './scroll/expand-scrollers.ts'
import { virtualizedListsUses, virtualizedViews } from './scroll/virtualized-lists.ts'

/** A region that is painted only when the page is scrolled to it. */
export interface LazyRegion {
  /** The bounding box of all parts. */
  readonly box: Box
  readonly parts: Box[]
  /** Whether scripts add its content whenever it is scrolled to; otherwise the content exists and only has to be painted. */
  readonly isVirtualized: boolean
}

/** The first lazy regions, from top to bottom. */
function findLazyRegions({ max }: { max: number }): LazyRegion[] {
  const rows = virtualizedViews().map((box) => ({ box, parts: [box], isVirtualized: true }))
  const isAmongRows = ({ y, height }: Box) =>
    rows.some(({ box }) => y >= box.y && y + height <= box.y + box.height)
  const frames = offscreenFrames().filter((box) => !isAmongRows(box))
  return [...groupByView(frames), ...rows].sort((a, b) => a.box.y - b.box.y).slice(0, max)
}

/**
 * Frames of other origins that lie, at least in part, outside the viewport; in parts that fit the viewport. The browser paints only
 * those near the viewport.
 */
function offscreenFrames(): Box[] {
  const visible = foreignFrames().filter((frame) => frame.checkVisibility({ visibilityProperty: true }))
  const offscreen = visible
    .map(visiblePart)
    .filter((box) => box.width >= 1 && box.height >= 1 && !inView(box))
  return offscreen.flatMap(splitIntoViews)
}

/** The elements, also in open shadow roots and in frames of the same origin, that show documents of other origins. */
function foreignFrames(top: Document = document, depth = 5): HTMLElement[] {
  const frames = allRoots(top).flatMap((root) =>
    Array.from(root.querySelectorAll<HTMLIFrameElement>('iframe, frame, object[data], embed[src]')),
  )
  return frames.flatMap((frame) => {
    const inside = frame.contentDocument ?? null
    if (inside === null) return [frame]
    return depth > 0 ? foreignFrames(inside, depth - 1) : []
  })
}

function inView({ x, y, width, height }: Box): boolean {
  const [left, top] = [x - scrollX, y - scrollY]
  return left >= 0 && top >= 0 && left + width <= innerWidth && top + height <= innerHeight
}

/** The part of the frame that scrollers and other clipping boxes around it do not clip, and frames that hold it do not either. */
function visiblePart(frame: Element): Box {
  let { left, top, right, bottom } = unclippedPart(frame)
  for (let outer = outerFrame(frame); outer !== null; outer = outerFrame(outer)) {
    const box = unclippedPart(outer)
    const content = outer.getBoundingClientRect()
    const [x, y] = [content.left + outer.clientLeft, content.top + outer.clientTop]
    left = Math.max(left + x, box.left)
    top = Math.max(top + y, box.top)
    right = Math.min(right + x, box.right)
    bottom = Math.min(bottom + y, box.bottom)
  }
  return { x: left + scrollX, y: top + scrollY, width: right - left, height: bottom - top }
}

/** The element that holds the document of the element; null in the document of the page. */
function outerFrame(element: Element): Element | null {
  return element.ownerDocument.defaultView?.frameElement ?? null
}

/** In the viewport of its own document. */
function unclippedPart(frame: Element): { left: number; top: number; right: number; bottom: number } {
  let { left, top, right, bottom } = frame.getBoundingClientRect()
  const { body } = frame.ownerDocument
  for (let at = composedParent(frame); at !== null && at !== body; at = composedParent(at)) {
    if (/visible/.test(getComputedStyle(at).overflow)) continue
    const box = at.getBoundingClientRect()
    left = Math.max(left, box.left)
    top = Math.max(top, box.top)
    right = Math.min(right, box.right)
    bottom = Math.min(bottom, box.bottom)
  }
  return { left, top, right, bottom }
}

function splitIntoViews({ x, y, width, height }: Box): Box[] {
  const stride = Math.floor(innerHeight * 0.8)
  const parts: Box[] = []
  for (let top = 0; top < height; top += stride) {
    parts.push({ x, y: y + top, width, height: Math.min(stride, height - top) })
  }
  return parts
}

/** Groups boxes, from top to bottom, into as few views as possible. */
function groupByView(boxes: readonly Box[]): LazyRegion[] {
  const views: LazyRegion[] = []
  for (const box of boxes.toSorted((a, b) => a.y - b.y)) {
    const last = views.at(-1)
    const both = last === undefined ? box : boundingBox(last.box, box)
    if (last === undefined || both.width > innerWidth || both.height > innerHeight) {
      views.push({ box, parts: [box], isVirtualized: false })
    } else {
      views.splice(-1, 1, { ...last, box: both, parts: [...last.parts, box] })
    }
  }
  return views
}

function boundingBox(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  const right = Math.max(a.x + a.width, b.x + b.width)
  return { x, y, width: right - x, height: Math.max(a.y + a.height, b.y + b.height) - y }
}

export const lazyRegions = {
  main: findLazyRegions,
  uses: [
    offscreenFrames,
    foreignFrames,
    inView,
    visiblePart,
    outerFrame,
    unclippedPart,
    allRoots,
    splitIntoViews,
    groupByView,
    boundingBox,
    composedParent,
    ...virtualizedListsUses,
  ],
}

/** Scrolls to the box, and makes sticky and fixed elements transparent, which would cover it there; not those that hold frames. */
async function scrollToBox({ x, y, width, height }: Box): Promise<void> {
  const left = x - (innerWidth - width) / 2
  window.scrollTo({ left, top: y - (innerHeight - height) / 2, behavior: 'instant' })
  const elements = allRoots().flatMap((root) => Array.from(root.querySelectorAll('*')).filter(hasInlineStyle))
  const holders = frameHolders()
  for (const element of elements) {
    const sticks = /fixed|sticky/.test(getComputedStyle(element).position)
    if (!sticks || holders.has(element)) continue
    if (!element.hasAttribute('data-pageprobe-hidden'))
      element.setAttribute('data-pageprobe-hidden', element.getAttribute('style') ?? '')
    element.style.setProperty('transition', 'none', 'important')
    element.style.setProperty('opacity', '0', 'important')
  }
  await untilPainted()
}

/** The frames of the page and what they lie in. */
function frameHolders(): Set<Element> {
  const frames = allRoots().flatMap((root) =>
    Array.from(root.querySelectorAll('iframe, frame, object, embed')),
  )
  const holders = new Set<Element>()
  for (const frame of frames) {
    for (let at: Element | null = frame; at !== null && !holders.has(at); at = composedParent(at))
      holders.add(at)
  }
  return holders
}

export const scrollToRegionBox = {
  main: scrollToBox,
  uses: [frameHolders, composedParent, allRoots, hasInlineStyle, ...untilPaintedUses],
}

/** Waits until scripts have added all content after scrolling; `ms` milliseconds at most. */
export const untilUnchanged = { main: untilUnchanging, uses: [untilUnchanging, allRoots] }

/** Undoes `scrollToRegionBox`. */
async function restoreScrollTop(): Promise<void> {
  const hidden = allRoots().flatMap((root) => Array.from(root.querySelectorAll('[data-pageprobe-hidden]')))
  for (const element of hidden) {
    element.setAttribute('style', element.getAttribute('data-pageprobe-hidden') ?? '')
    element.removeAttribute('data-pageprobe-hidden')
  }
  window.scrollTo({ top: 0, left: 0, behavior: 'instant' })
  await untilPainted()
}

export const scrollBackToTop = { main: restoreScrollTop, uses: [allRoots, ...untilPaintedUses] }
