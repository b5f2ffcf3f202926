/// <reference lib="dom" />
import { allRoots, untilObserved, untilPainted, untilPaintedUses } from '../dom.ts'
import type { RevealMemory } from '../reveal-memory.ts'
import { expandScrollersUses } from './expand-scrollers.ts'
import { releaseScrollLock, scrollLockUses } from './scroll-lock.ts'

export interface AutoscrollInput {
  readonly autoscrollMs: number
  readonly maxFeedCssPx: number
  readonly stopMs: number
  readonly growthWaitMs: number
}

export interface ScrollRange {
  /** How often to stop within a view. */
  readonly stops: number
  /** Called at each stop. */
  onStop(): void
  /** Called at the stops whose views cover the range, each with a small overlap. */
  onView?(): void
  /** The range to scroll through, in CSS pixels; default: the whole scroller. */
  readonly from?: number
  readonly to?: number
}

/**
 * Scrolls through the page, so that lazy images load and elements that appear in the viewport appear. Stops twice a view,
 * because many elements appear only when they are well inside it, three times where the page has invisible elements, and once where there
 * is no time for that. Resolves with whether the page seems
 * endless: its content kept growing, and the end stayed near.
 */
export async function autoscroll(
  scroller: Element,
  { autoscrollMs, maxFeedCssPx, stopMs, growthWaitMs }: AutoscrollInput,
  range: ScrollRange,
): Promise<boolean> {
  const { from = 0, to = Number.POSITIVE_INFINITY } = range
  const began = performance.now()
  const height = scroller.scrollHeight
  const most = Math.max(height, maxFeedCssPx)
  const view = Math.max(100, scroller.clientHeight)
  const timeSpent = () => (performance.now() - began) / autoscrollMs
  for (let top = from; ; top += view * 0.9) {
    loadLazyImages()
    const end = scroller.scrollHeight > height ? most : Math.min(to, height)
    const stops = stopsFor(range, timeSpent(), (top + view - from) / (end - from))
    await showView(scroller, { top, length: view * 0.9, stopMs, ...range, stops })
    if (timeSpent() > 1 || top > most) {
      return scroller.scrollHeight > height * 1.5 && top + view * 4 > scroller.scrollHeight
    }
    if (top + view < Math.min(to, scroller.scrollHeight)) continue
    if (to <= scroller.scrollHeight || !(await growsWithin(scroller, growthWaitMs))) return false
  }
}

/** The stops of one view, from the shares of the time and of the content that are over. */
function stopsFor({ stops }: ScrollRange, timeSpent: number, contentShown: number): number {
  return timeSpent <= contentShown ? stops : 1
}

interface View extends ScrollRange {
  readonly top: number
  /** How far to scroll, in CSS pixels. */
  readonly length: number
  /** The time for all stops. */
  readonly stopMs: number
}

/** Stops at the top of the view and at equal distances below it, up to the end of the content. */
async function showView(
  scroller: Element,
  { top, length, stops, stopMs, onStop, onView }: View,
): Promise<void> {
  for (let stop = 0; stop < stops; stop++) {
    const at = top + (stop * length) / stops
    await stopAt(scroller, at, stopMs / stops)
    onStop()
    if (stop === 0) onView?.()
    if (at + scroller.clientHeight >= scroller.scrollHeight) return
  }
}

/** Intersection observers are called with a frame, and a busy browser makes few. */
async function stopAt(scroller: Element, top: number, stopMs: number): Promise<void> {
  // Smooth scrolling, which a page may set, would not be finished at the next stop.
  scroller.scrollTo({ top, behavior: 'instant' })
  await Promise.all([untilObserved(), new Promise((resolve) => setTimeout(resolve, stopMs))])
  // The page may open a dialog at a scroll position.
  releaseScrollLock()
}

/**
 * Shows the elements that have not appeared yet, each in the middle of the view: some appear only when they are in it as a whole.
 * Gives up where that makes none appear.
 */
export async function visitUnrevealed(
  scroller: Element,
  memory: RevealMemory,
  isVisited: (element: Element) => boolean = () => true,
): Promise<void> {
  const mostStops = 30
  const mostFailures = 3
  let failures = 0
  for (const element of memory.unrevealed().filter(isVisited).slice(0, mostStops)) {
    // Some appear together with one before them.
    if (failures === mostFailures || !memory.unrevealed().includes(element)) continue
    const { top, height } = element.getBoundingClientRect()
    await stopAt(scroller, scroller.scrollTop + top + height / 2 - innerHeight / 2, 0)
    await untilPainted()
    memory.record()
    failures = memory.unrevealed().includes(element) ? failures + 1 : 0
  }
}

/** Disables native lazy loading, so that these images need not be scrolled to. */
function loadLazyImages(): void {
  const lazy = allRoots().map((root) => root.querySelectorAll<HTMLImageElement>('[loading=lazy]'))
  for (const element of lazy.flatMap((found) => Array.from(found))) element.loading = 'eager'
}

/** Whether the content grows within `ms` milliseconds. */
async function growsWithin(scroller: Element, ms: number): Promise<boolean> {
  const height = scroller.scrollHeight
  for (let waited = 0; waited < ms; waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (scroller.scrollHeight > height) return true
  }
  return false
}

/** All functions that `autoscroll` and `visitUnrevealed` need in the page. */
export const autoscrollUses = [
  autoscroll,
  stopsFor,
  showView,
  stopAt,
  visitUnrevealed,
  ...untilPaintedUses,
  loadLazyImages,
  growsWithin,
  allRoots,
  ...scrollLockUses,
  ...expandScrollersUses,
]
