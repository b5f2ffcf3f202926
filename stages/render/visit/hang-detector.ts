import { setTimeout as delay } from 'node:timers/promises'
import { DeadlineExceeded, type Tab } from '../tab/tab.ts'

/** A responsive page answers within this time, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 800

/**
 * Rejects with `DeadlineExceeded` when the page is unresponsive `afterMs` milliseconds after the call. Otherwise never settles. Stops
 * when `work` has settled.
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
    throw new DeadlineExceeded('The page is unresponsive')
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
