import { setTimeout as delay } from 'node:timers/promises'
import { DeadlineExceeded, type Tab } from '../tab/tab.ts'

/** A page that is alive answers within this time, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 800

/**
 * Rejects with DeadlinePassed when the page answers nothing any more `afterMs` from now; a page that does may go on. Never
 * resolves before `work` has settled.
 */
export async function rejectWhenUnresponsive(
  tab: Tab,
  afterMs: number,
  work: Promise<unknown>,
): Promise<never> {
  const finished = new AbortController()
  const settled = work.then(
    () => finished.abort(),
    () => finished.abort(),
  )
  await Promise.race([settled, delay(afterMs, undefined, { signal: finished.signal }).catch(() => undefined)])
  if (!finished.signal.aborted && !(await isResponsive(tab, finished.signal))) {
    throw new DeadlineExceeded('The page does not answer any more')
  }
  return new Promise<never>(() => undefined)
}

async function isResponsive(tab: Tab, finished: AbortSignal): Promise<boolean> {
  const response = tab.cdp.send('Runtime.evaluate', { expression: '1' }).then(
    () => true,
    () => true,
  )
  const silence = delay(RESPONSE_TIMEOUT_MS, false, { signal: finished }).catch(() => true)
  return Promise.race([response, silence])
}
