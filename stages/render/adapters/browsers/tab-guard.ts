import { setTimeout as pause } from 'node:timers/promises'
import { abortable } from '../../../../shared/async/timeout.ts'
import type { Tab } from '../../tab/tab.ts'

/** Errors that a dying page or browser makes of the calls in flight, often before it is known that it died. */
const crashSymptoms =
  /Target closed|Session closed|Connection closed|Protocol error|detached|crash|main frame too early|net::ERR_ABORTED/i
/** How long the news of a death may be behind such an error, in milliseconds. */
const CRASH_REPORT_DELAY_MS = 1000

/** See Tab: when the signal is aborted, all that goes through the guard rejects with its reason. */
export function makeTabGuard(signal: AbortSignal): Tab['guard'] {
  return (step) =>
    abortable(
      signal,
      step.catch((error: unknown) => rejectWithCause(signal, error)),
    )
}

/** Why the step really failed. */
async function rejectWithCause(signal: AbortSignal, error: unknown): Promise<never> {
  const mayBeCrash = !signal.aborted && crashSymptoms.test((error as Error).message)
  if (mayBeCrash) await pause(CRASH_REPORT_DELAY_MS, null, { signal }).catch(() => {})
  throw signal.aborted ? signal.reason : error
}
