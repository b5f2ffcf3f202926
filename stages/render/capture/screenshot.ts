import { abortable } from '#shared/async/timeout.ts'
import type { EffectiveSnapshot } from '#shared/operations/snapshot.ts'
import { ContextDestroyed } from '../tab/isolated-world.ts'
import type { Tab } from '../tab/tab.ts'
import type { LoadedPage, StayedPage, VisitedPage } from '../visit/visit.ts'
import { type Captured, capture, captureDocument } from './capture.ts'

/** The page has navigated, so the capture of the previous document is of no use. */
class PageNavigatedAway extends Error {
  override readonly name = 'PageLeft'
}

/**
 * Captures the page that finally settles. `prepare` is called for each document that is captured, before its capture: it checks that the
 * document may be shown, and prepares it. The viewport is captured while the page may still navigate, and again when it did. Other
 * captures scroll the page, so navigations have to be blocked first. Rejects like `capture`, `prepare` and `settleAndHold`.
 */
export async function takeScreenshot(
  tab: Tab,
  arrived: LoadedPage,
  options: EffectiveSnapshot,
  prepare: (visited: VisitedPage) => Promise<void>,
): Promise<{ readonly visited: VisitedPage; readonly captured: Captured }> {
  const isView = !options.fullPage && options.selector === null
  const speculative = isView ? captureSpeculatively(tab, arrived, options, prepare) : null
  const visited = await arrived.settleAndHold()
  const captured = await speculative?.resultFor(visited)
  if (captured) return { visited, captured }
  await tab.guard(prepare(visited))
  return { visited, captured: await capture(tab, options) }
}

/** Starts the capture of a page that may still navigate. */
function captureSpeculatively(
  tab: Tab,
  arrived: LoadedPage,
  options: EffectiveSnapshot,
  prepare: (visited: VisitedPage) => Promise<void>,
) {
  const left = new AbortController()
  const guard: Tab['guard'] = (step) => abortable(left.signal, tab.guard(step))
  const begin = async () => {
    await guard(prepare(arrived))
    return captureDocument({ ...tab, guard }, options)
  }
  const captured = begin().catch((error: unknown) => {
    if (error instanceof ContextDestroyed) return null
    throw error
  })
  // The result is not used when the page has navigated.
  captured.catch(() => {})
  return {
    /** Null when the document was gone before its capture ended; aborts the capture when the page has navigated. */
    async resultFor({ hasNavigatedAway }: StayedPage): Promise<Captured | null> {
      if (!hasNavigatedAway) return captured
      left.abort(new PageNavigatedAway())
      return null
    },
  }
}
