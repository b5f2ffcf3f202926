import { setTimeout as delay } from 'node:timers/promises'
import type { CDPSession } from 'puppeteer-core'
import type { WaitUntil } from '#shared/operations/snapshot.ts'
import type { ShownDocument } from '../page-state/main-document.ts'

/**
 * Knows whether the timers of a document that were due within `ms` milliseconds after its load event (with `domcontentloaded`: after
 * that event) have run: sets one more timer behind them. On a busy page or machine, timers run late.
 */
export interface PageTimers {
  begin(shown: ShownDocument): Promise<void>
  /** False before `begin`. */
  haveRun(shown: ShownDocument): boolean
}

/** Calls `onRun` when the result of `haveRun` may have changed. */
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
      // Fails for a page that is gone or has replaced the timer functions.
      await askPage().catch(() => delay(ms))
      run.add(shown)
      onRun()
    },
    haveRun: (shown) => run.has(shown),
  }
}
