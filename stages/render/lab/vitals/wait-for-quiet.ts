import type { Tab } from '../../tab/tab.ts'
import type { Observation } from './observation.ts'

/** Milliseconds without a new paint or shift after which a page is done, and after which it is taken as it is. */
const STABLE_MS = 1000
const MAX_WAIT_MS = 5000
/** Milliseconds without any data after which what is still to come is not waited for. */
const STALLED_MS = 2000

/**
 * Resolves when the document is loaded, when it gets no more data, or at `deadline` on the clock. An idle network is none of that:
 * what `networkidle2` overlooks may be the largest image.
 */
export async function waitForLoad(
  { cdp }: Pick<Tab, 'cdp'>,
  { document, changes }: Observation,
  deadline: number,
): Promise<void> {
  let dataAt = performance.now()
  const onData = () => {
    dataAt = performance.now()
  }
  cdp.on('Network.dataReceived', onData)
  try {
    for (;;) {
      const remainingMs = Math.min(dataAt + STALLED_MS, deadline) - performance.now()
      if (remainingMs <= 0 || typeof document()?.loadedMs === 'number') return
      await changes.next(remainingMs)
    }
  } finally {
    cdp.off('Network.dataReceived', onData)
  }
}

/**
 * Resolves when the page has had no new LCP candidate or shift for a second, its load event being the first of them; after 5 s at the
 * latest, which a page that has painted nothing yet gets in any case.
 */
export async function waitForVisualStability({ document, changedAt, changes }: Observation): Promise<void> {
  const began = performance.now()
  const until = began + MAX_WAIT_MS
  for (;;) {
    const { fcp = null, loadedMs = null } = document() ?? {}
    const changed = Math.max(changedAt() ?? began, loadedMs === null ? began : 0)
    const stableAt = fcp === null ? until : changed + STABLE_MS
    const remainingMs = Math.min(stableAt, until) - performance.now()
    if (remainingMs <= 0) return
    await changes.next(remainingMs)
  }
}
