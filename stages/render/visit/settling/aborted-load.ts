import type { CDPSession } from 'puppeteer-core'
import type { ShownDocument } from '../page-state/main-document.ts'

/** How often a page is queried, in milliseconds. */
const QUERY_MS = 500

/**
 * Detects pages that have aborted their own loading, by `window.stop` or by a navigation without a document, such as to `mailto:` or a
 * download: such a page is complete, but its load event never comes. Call the returned function while an event is missing; it calls
 * `onComplete` when `document.readyState` is `complete`.
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
    // The page is gone.
    queryReadyState(shown).catch(() => {})
  }
}
