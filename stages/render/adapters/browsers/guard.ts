import { setTimeout as pause } from 'node:timers/promises'
import type { Tab } from '../../tab.ts'
import { unlessAborted } from './within.ts'

/** Errors that a dying page or browser makes of the calls in flight, often before it is known that it died. */
const dying =
  /Target closed|Session closed|Connection closed|Protocol error|detached|crash|main frame too early|net::ERR_ABORTED/i
/** How long the news of a death may be behind such an error, in milliseconds. */
const NEWS_MS = 1000

/** See Tab: when the signal is aborted, all that goes through the guard rejects with its reason. */
export function makeGuard(signal: AbortSignal): Tab['guard'] {
  return (step) =>
    unlessAborted(
      signal,
      step.catch((error: unknown) => truth(signal, error)),
    )
}

/** Why the step really failed. */
async function truth(signal: AbortSignal, error: unknown): Promise<never> {
  const isSuspect = !signal.aborted && dying.test((error as Error).message)
  if (isSuspect) await pause(NEWS_MS, null, { signal }).catch(() => {})
  throw signal.aborted ? signal.reason : error
}
