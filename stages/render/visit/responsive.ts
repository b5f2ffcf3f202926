import { setTimeout as delay } from 'node:timers/promises'
import { DeadlinePassed, type Tab } from '../tab.ts'

/** A page that is alive answers within this time, in milliseconds. */
const ANSWER_MS = 800

/**
 * Rejects with DeadlinePassed when the page answers nothing any more `afterMs` from now; a page that does may go on. Never
 * resolves before `work` has settled.
 */
export async function untilUnresponsive(tab: Tab, afterMs: number, work: Promise<unknown>): Promise<never> {
  const over = new AbortController()
  const settled = work.then(
    () => over.abort(),
    () => over.abort(),
  )
  await Promise.race([settled, delay(afterMs, undefined, { signal: over.signal }).catch(() => undefined)])
  if (!over.signal.aborted && !(await answers(tab, over.signal))) {
    throw new DeadlinePassed('The page does not answer any more')
  }
  return new Promise<never>(() => undefined)
}

async function answers(tab: Tab, over: AbortSignal): Promise<boolean> {
  const sign = tab.cdp.send('Runtime.evaluate', { expression: '1' }).then(
    () => true,
    () => true,
  )
  const silence = delay(ANSWER_MS, false, { signal: over }).catch(() => true)
  return Promise.race([sign, silence])
}
