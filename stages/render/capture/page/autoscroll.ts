/// <reference lib="dom" />
import { allRoots } from './dom.ts'
import { untilPainted } from './wait.ts'

export interface AutoscrollInput {
  readonly autoscrollMs: number
  readonly maxFeedCssPx: number
  readonly stopMs: number
  readonly growthWaitMs: number
}

/** The callback for each stop, and the range to scroll through, in CSS pixels; default: the whole scroller. */
export interface ScrollRange {
  onStop(): void
  readonly from?: number
  readonly to?: number
}

/**
 * Scrolls through the page, so that lazy images load and elements that appear in the viewport appear. Resolves with whether the page
 * seems endless: its content kept growing, and the end stayed near.
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
    // Smooth scrolling, which a page may set, would not be finished at the next stop.
    scroller.scrollTo({ top, behavior: 'instant' })
    // Intersection observers are called with a paint, and a busy browser paints rarely.
    await Promise.all([untilPainted(), new Promise((resolve) => setTimeout(resolve, stopMs))])
    onStop()
    if (performance.now() > until || top > Math.max(height, maxFeedCssPx)) {
      return scroller.scrollHeight > height * 1.5 && top + view * 4 > scroller.scrollHeight
    }
    if (top + view < Math.min(to, scroller.scrollHeight)) continue
    if (to <= scroller.scrollHeight || !(await growsWithin(scroller, growthWaitMs))) return false
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

/** All functions that `autoscroll` needs in the page. */
export const autoscrollUses = [autoscroll, untilPainted, loadLazyImages, growsWithin, allRoots]
