import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import { DeadlineExceeded, type Tab } from '../tab/tab.ts'

/** A responsive page answers within this time, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 800

/** Settles like `work`; rejects with `DeadlineExceeded` when the page is unresponsive `afterMs` milliseconds after the call. */
export async function unlessUnresponsive<T>(
  { cdp }: Pick<Tab, 'cdp'>,
  afterMs: number,
  work: Promise<T>,
): Promise<T> {
  const ended = work.then(() => true)
  if (await withTimeoutOrNull(ended, afterMs)) return work
  // A page that is gone answers nothing more: the tab notices that.
  const answer = cdp.send('Runtime.evaluate', { expression: '1' }).then(
    () => true,
    () => true,
  )
  if (await withTimeoutOrNull(Promise.race([ended, answer]), RESPONSE_TIMEOUT_MS)) return work
  throw new DeadlineExceeded('The page is unresponsive')
}
