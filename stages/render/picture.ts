import type { EffectiveSnapshot } from '#shared/operations/snapshot.ts'
import { type Captured, capture, captureOnce } from './capture/capture.ts'
import { WorldLost } from './capture/world.ts'
import type { Tab } from './tab.ts'
import type { Arrived, Stayed, Visited } from './visit/visit.ts'

export interface Pictured {
  readonly visited: Visited
  readonly captured: Captured
}

/** The page is another by now, and what was begun with the last one is of no use. */
class PageLeft extends Error {
  override readonly name = 'PageLeft'
}

/**
 * The picture of the page that stays, which `prepare` has admitted and made ready; called again for each page that is shown.
 * What is in view is captured while the page may still lead on, and once more where it did. All else scrolls through the page,
 * which has to be held for that. Rejects like `capture`, `prepare` and `stay`.
 */
export async function picture(
  tab: Tab,
  arrived: Arrived,
  options: EffectiveSnapshot,
  prepare: (visited: Visited) => Promise<void>,
): Promise<Pictured> {
  const isView = !options.fullPage && options.selector === null
  const early = isView ? captureEarly(tab, arrived, options, prepare) : null
  const visited = await arrived.stay()
  const captured = await early?.of(visited)
  if (captured) return { visited, captured }
  await tab.guard(prepare(visited))
  return { visited, captured: await capture(tab, options) }
}

/** Begins the picture of a page that may go. */
function captureEarly(
  tab: Tab,
  arrived: Arrived,
  options: EffectiveSnapshot,
  prepare: (visited: Visited) => Promise<void>,
) {
  const left = Promise.withResolvers<never>()
  left.promise.catch(() => {})
  const guard: Tab['guard'] = (step) => Promise.race([tab.guard(step), left.promise])
  const begin = async () => {
    await guard(prepare(arrived))
    return captureOnce({ ...tab, guard }, options)
  }
  const captured = begin().catch((error: unknown) => {
    if (error instanceof WorldLost) return null
    throw error
  })
  // Of a page that has left, nobody asks.
  captured.catch(() => {})
  return {
    /** Null when the document was gone before its picture was taken. Gives up the picture of a page that has left. */
    async of({ hasLeft }: Stayed): Promise<Captured | null> {
      if (!hasLeft) return captured
      left.reject(new PageLeft())
      return null
    },
  }
}
