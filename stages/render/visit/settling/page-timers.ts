import { setTimeout as delay } from 'node:timers/promises'
import type { CDPSession } from 'puppeteer-core'
import type { WaitUntil } from '#shared/operations/snapshot.ts'
import type { ShownDocument } from '../page-state/main-document.ts'

/**
 * Knows whether the timers have run that a document set by its load event (or, with `domcontentloaded`, by that one) and that
 * were due `ms` milliseconds after it: one more is set behind them. On a page that is busy, or on a busy machine, they run later
 * than the clock says.
 */
export interface PageTimers {
  begin(shown: ShownDocument): Promise<void>
  /** False before `begin`. */
  haveRun(shown: ShownDocument): boolean
}

/** `onRun` is called when an answer may have changed. */
export function makePageTimers(
  cdp: Pick<CDPSession, 'send'>,
  waitUntil: WaitUntil,
  ms: number,
  onRun: () => void,
): PageTimers {
  const run = new WeakSet<ShownDocument>()
  const event = waitUntil === 'domcontentloaded' ? 'domContentLoadedEventStart' : 'loadEventStart'
  const expression = `new Promise((resolve) => {
    const [{ ${event}: at }] = performance.getEntriesByType('navigation')
    const since = at > 0 ? performance.now() - at : 0
    setTimeout(resolve, ${ms} - since)
  })`

  async function askPage(): Promise<void> {
    const { exceptionDetails } = await cdp.send('Runtime.evaluate', { expression, awaitPromise: true })
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
  }

  return {
    async begin(shown) {
      // A page that is gone, or that has its own idea of a clock, does not tell.
      await askPage().catch(() => delay(ms))
      run.add(shown)
      onRun()
    },
    haveRun: (shown) => run.has(shown),
  }
}
