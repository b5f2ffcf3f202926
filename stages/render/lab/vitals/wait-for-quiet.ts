import type { Tab } from '../../tab/tab.ts'
import type { Observation } from './observation.ts'

/** Milliseconds without a new paint or shift after which a page is stable, and the maximum wait for that. */
const STABLE_MS = 1000
const MAX_WAIT_MS = 5000
/** Milliseconds without received data after which the load event is no longer waited for. */
const STALLED_MS = 2000

/**
 * Resolves when the document is loaded, when it receives no more data, or at `deadline` on the clock. An idle network is not enough: a
 * request that `networkidle2` ignores may be the largest image.
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
 * Resolves when there has been no new LCP candidate or layout shift for `STABLE_MS` after the load event; after `MAX_WAIT_MS` at the
 * latest. Always waits that long for a page that has painted nothing.
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
