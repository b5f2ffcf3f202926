import type { EffectiveSnapshot } from '#shared/operations/snapshot.ts'
import { ContextDestroyed } from '../tab/isolated-world.ts'
import type { Tab } from '../tab/tab.ts'
import type { LoadedPage, StayedPage, VisitedPage } from '../visit/visit.ts'
import { type Captured, capture, captureDocument } from './capture.ts'

export interface Screenshot {
  readonly visited: VisitedPage
  readonly captured: Captured
}

/** The page is another by now, and what was begun with the last one is of no use. */
class PageNavigatedAway extends Error {
  override readonly name = 'PageLeft'
}

/**
 * The picture of the page that stays, which `prepare` has admitted and made ready; called again for each page that is shown.
 * What is in view is captured while the page may still lead on, and once more where it did. All else scrolls through the page,
 * which has to be held for that. Rejects like `capture`, `prepare` and `stay`.
 */
export async function takeScreenshot(
  tab: Tab,
  arrived: LoadedPage,
  options: EffectiveSnapshot,
  prepare: (visited: VisitedPage) => Promise<void>,
): Promise<Screenshot> {
  const isView = !options.fullPage && options.selector === null
  const speculative = isView ? captureSpeculatively(tab, arrived, options, prepare) : null
  const visited = await arrived.settleAndHold()
  const captured = await speculative?.resultFor(visited)
  if (captured) return { visited, captured }
  await tab.guard(prepare(visited))
  return { visited, captured: await capture(tab, options) }
}

/** Begins the picture of a page that may go. */
function captureSpeculatively(
  tab: Tab,
  arrived: LoadedPage,
  options: EffectiveSnapshot,
  prepare: (visited: VisitedPage) => Promise<void>,
) {
  const left = Promise.withResolvers<never>()
  left.promise.catch(() => {})
  const guard: Tab['guard'] = (step) => Promise.race([tab.guard(step), left.promise])
  const begin = async () => {
    await guard(prepare(arrived))
    return captureDocument({ ...tab, guard }, options)
  }
  const captured = begin().catch((error: unknown) => {
    if (error instanceof ContextDestroyed) return null
    throw error
  })
  // Of a page that has left, nobody asks.
  captured.catch(() => {})
  return {
    /** Null when the document was gone before its picture was taken. Gives up the picture of a page that has left. */
    async resultFor({ hasNavigatedAway }: StayedPage): Promise<Captured | null> {
      if (!hasNavigatedAway) return captured
      left.reject(new PageNavigatedAway())
      return null
    },
  }
}
