import { setTimeout as sleep } from 'node:timers/promises'
import { NotYet } from '#shared/pipeline/not-yet.ts'

/** Does the work again and again until its turn has come. Rejects as it does, and with the signal's reason. */
export async function patiently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    signal.throwIfAborted()
    const outcome = await work().catch((error: unknown) => {
      if (error instanceof NotYet) return error
      throw error
    })
    if (!(outcome instanceof NotYet)) return outcome
    // The signal is looked at above.
    await sleep(outcome.inMs, undefined, { signal }).catch(() => {})
  }
}
