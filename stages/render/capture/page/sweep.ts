/// <reference lib="dom" />
import { allRoots } from './roots.ts'
import { painted } from './wait.ts'

export interface SweepInput {
  readonly sweepMs: number
  readonly feedCssPx: number
  readonly restMs: number
  readonly growMs: number
}

/** What is done at each stop, and where in the scroller the way begins and ends, in CSS pixels; at its end by default. */
export interface Way {
  atStop(): void
  readonly from?: number
  readonly to?: number
}

/**
 * Scrolls so that lazy images load and what appears on being seen appears. Resolves with whether there seems to be no end: the
 * content grew and grew, and the end was still near.
 */
export async function sweep(
  scroller: Element,
  { sweepMs, feedCssPx, restMs, growMs }: SweepInput,
  { atStop, from = 0, to = Number.POSITIVE_INFINITY }: Way,
): Promise<boolean> {
  const until = performance.now() + sweepMs
  const height = scroller.scrollHeight
  const view = Math.max(100, scroller.clientHeight)
  for (let top = from; ; top += view * 0.9) {
    loadLazy()
    // Smooth scrolling, which a page may ask for, would still be on its way at the next stop.
    scroller.scrollTo({ top, behavior: 'instant' })
    // A busy browser paints seldom, and what waits for being seen hears of it with a painting.
    await Promise.all([painted(), new Promise((resolve) => setTimeout(resolve, restMs))])
    atStop()
    if (performance.now() > until || top > Math.max(height, feedCssPx)) {
      return scroller.scrollHeight > height * 1.5 && top + view * 4 > scroller.scrollHeight
    }
    if (top + view < Math.min(to, scroller.scrollHeight)) continue
    if (to <= scroller.scrollHeight || !(await grows(scroller, growMs))) return false
  }
}

/** Native lazy loading is lifted at once: nothing of it has to be scrolled to. */
function loadLazy(): void {
  const lazy = allRoots().map((root) => root.querySelectorAll<HTMLImageElement>('[loading=lazy]'))
  for (const element of lazy.flatMap((found) => Array.from(found))) element.loading = 'eager'
}

/** Whether the content gets longer within `ms`. */
async function grows(scroller: Element, ms: number): Promise<boolean> {
  const height = scroller.scrollHeight
  for (let waited = 0; waited < ms; waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (scroller.scrollHeight > height) return true
  }
  return false
}

/** All that a script needs to call `sweep`. */
export const sweeping = [sweep, painted, loadLazy, grows, allRoots]
