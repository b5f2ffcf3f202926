import { setTimeout as pause } from 'node:timers/promises'
import { abortable } from '#shared/async/timeout.ts'
import type { Tab } from '../../tab/tab.ts'

/** Errors of calls in flight when a page or browser crashes. They often arrive before the crash itself is known. */
const crashSymptoms =
  /Target closed|Session closed|Connection closed|Protocol error|detached|crash|main frame too early|net::ERR_ABORTED/i
/** How much later than such an error the crash may be reported, in milliseconds. */
const CRASH_REPORT_DELAY_MS = 1000

/** Makes `Tab.guard`: once the signal is aborted, each guarded step rejects with the reason of the signal. */
export function makeTabGuard(signal: AbortSignal): Tab['guard'] {
  return (step) =>
    abortable(
      signal,
      step.catch((error: unknown) => rejectWithCause(signal, error)),
    )
}

/** Rejects with the crash where that is the real reason of the error. */
async function rejectWithCause(signal: AbortSignal, error: unknown): Promise<never> {
  const mayBeCrash = !signal.aborted && crashSymptoms.test((error as Error).message)
  if (mayBeCrash) await pause(CRASH_REPORT_DELAY_MS, null, { signal }).catch(() => {})
  throw signal.aborted ? signal.reason : error
}
