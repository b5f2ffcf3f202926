/// <reference lib="dom" />

export interface SweepInput {
  readonly sweepMs: number
  readonly feedCssPx: number
  readonly restMs: number
  readonly growMs: number
}

/**
 * Scrolls from `from` to `to` (CSS pixels of the scroller; the end by default) so that lazy images load and what appears on
 * being seen appears. Resolves with whether there seems to be no end: the content grew and grew, and the end was still near.
 */
export async function sweep(
  scroller: Element,
  { sweepMs, feedCssPx, restMs, growMs }: SweepInput,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const until = performance.now() + sweepMs
  const height = scroller.scrollHeight
  const view = Math.max(100, scroller.clientHeight)
  for (let top = from; ; top += view * 0.9) {
    loadLazy()
    // Smooth scrolling, which a page may ask for, would still be on its way at the next stop.
    scroller.scrollTo({ top, behavior: 'instant' })
    await new Promise((resolve) => setTimeout(resolve, restMs))
    if (performance.now() > until || top > Math.max(height, feedCssPx)) {
      return scroller.scrollHeight > height * 1.5 && top + view * 4 > scroller.scrollHeight
    }
    if (top + view < Math.min(to, scroller.scrollHeight)) continue
    if (to <= scroller.scrollHeight || !(await grows(scroller, growMs))) return false
  }
}

/** Native lazy loading is lifted at once: nothing of it has to be scrolled to. */
export function loadLazy(): void {
  for (const element of document.querySelectorAll<HTMLImageElement>('[loading=lazy]'))
    element.loading = 'eager'
}

/** Whether the content gets longer within `ms`. */
export async function grows(scroller: Element, ms: number): Promise<boolean> {
  const height = scroller.scrollHeight
  for (let waited = 0; waited < ms; waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (scroller.scrollHeight > height) return true
  }
  return false
}
