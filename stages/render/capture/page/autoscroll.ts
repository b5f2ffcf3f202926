/// <reference lib="dom" />
import { allRoots } from './roots.ts'
import { untilPainted } from './wait.ts'

export interface AutoscrollInput {
  readonly autoscrollMs: number
  readonly maxFeedCssPx: number
  readonly stopMs: number
  readonly growthWaitMs: number
}

/** What is done at each stop, and where in the scroller the way begins and ends, in CSS pixels; at its end by default. */
export interface ScrollRange {
  onStop(): void
  readonly from?: number
  readonly to?: number
}

/**
 * Scrolls so that lazy images load and what appears on being seen appears. Resolves with whether there seems to be no end: the
 * content grew and grew, and the end was still near.
 */
export async function autoscroll(
  scroller: Element,
  { autoscrollMs, maxFeedCssPx, stopMs, growthWaitMs }: AutoscrollInput,
  { onStop, from = 0, to = Number.POSITIVE_INFINITY }: ScrollRange,
): Promise<boolean> {
  const until = performance.now() + autoscrollMs
  const height = scroller.scrollHeight
  const view = Math.max(100, scroller.clientHeight)
  for (let top = from; ; top += view * 0.9) {
    loadLazyImages()
    // Smooth scrolling, which a page may ask for, would still be on its way at the next stop.
    scroller.scrollTo({ top, behavior: 'instant' })
    // A busy browser paints seldom, and what waits for being seen hears of it with a painting.
    await Promise.all([untilPainted(), new Promise((resolve) => setTimeout(resolve, stopMs))])
    onStop()
    if (performance.now() > until || top > Math.max(height, maxFeedCssPx)) {
      return scroller.scrollHeight > height * 1.5 && top + view * 4 > scroller.scrollHeight
    }
    if (top + view < Math.min(to, scroller.scrollHeight)) continue
    if (to <= scroller.scrollHeight || !(await growsWithin(scroller, growthWaitMs))) return false
  }
}

/** Native lazy loading is lifted at once: nothing of it has to be scrolled to. */
function loadLazyImages(): void {
  const lazy = allRoots().map((root) => root.querySelectorAll<HTMLImageElement>('[loading=lazy]'))
  for (const element of lazy.flatMap((found) => Array.from(found))) element.loading = 'eager'
}

/** Whether the content gets longer within `ms`. */
async function growsWithin(scroller: Element, ms: number): Promise<boolean> {
  const height = scroller.scrollHeight
  for (let waited = 0; waited < ms; waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (scroller.scrollHeight > height) return true
  }
  return false
}

/** All that a script needs to call `sweep`. */
export const autoscrollUses = [autoscroll, untilPainted, loadLazyImages, growsWithin, allRoots]
