import type { CDPSession } from 'puppeteer-core'
import type { ShownDocument } from './main-document.ts'

/** How often a page is asked, in milliseconds. */
const ASK_MS = 500

/**
 * Finds out about pages that called off their own loading, by `window.stop` or by a navigation that came to nothing, such as to
 * `mailto:` or a download: such a page is complete, but nobody tells. The function returned is called while something is
 * missing; `onComplete` hears of a page that says it is complete, now on the clock.
 */
export function makeLostEvents(
  cdp: Pick<CDPSession, 'send'>,
  onComplete: (shown: ShownDocument) => void,
): (shown: ShownDocument, now: number) => void {
  let askedAt: number | null = null

  async function ask(shown: ShownDocument): Promise<void> {
    const expression = 'document.readyState'
    const { result } = await cdp.send('Runtime.evaluate', { expression, returnByValue: true })
    if (result.value === 'complete') onComplete(shown)
  }
  return (shown, now) => {
    askedAt ??= now
    if (now - askedAt < ASK_MS) return
    askedAt = now
    // A page that is gone has no events to lose.
    ask(shown).catch(() => {})
  }
}
