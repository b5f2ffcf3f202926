import type { CDPSession } from 'puppeteer-core'
import type { ShownDocument } from '../page-state/main-document.ts'

/** How often a page is asked, in milliseconds. */
const QUERY_MS = 500

/**
 * Finds out about pages that called off their own loading, by `window.stop` or by a navigation that came to nothing, such as to
 * `mailto:` or a download: such a page is complete, but nobody tells. The function returned is called while something is
 * missing; `onComplete` hears of a page that says it is complete, now on the clock.
 */
export function makeAbortedLoadCheck(
  cdp: Pick<CDPSession, 'send'>,
  onComplete: (shown: ShownDocument) => void,
): (shown: ShownDocument, now: number) => void {
  let queriedAt: number | null = null

  async function queryReadyState(shown: ShownDocument): Promise<void> {
    const expression = 'document.readyState'
    const { result } = await cdp.send('Runtime.evaluate', { expression, returnByValue: true })
    if (result.value === 'complete') onComplete(shown)
  }
  return (shown, now) => {
    queriedAt ??= now
    if (now - queriedAt < QUERY_MS) return
    queriedAt = now
    // A page that is gone has no events to lose.
    queryReadyState(shown).catch(() => {})
  }
}
