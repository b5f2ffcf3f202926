import { setTimeout as sleep } from 'node:timers/promises'
import type { DispatchGate } from './dispatch-gate.ts'
import type { RunnerParts } from './runner-parts.ts'

/** The time of batches is looked at this often. */
const LOOK_MS = 1000
/** Between two ticks: submissions that nobody continues, and retentions, end so late. */
const TICK_MS = 30_000

export interface TimeOptions extends RunnerParts {
  readonly gate: Pick<DispatchGate, 'closedFor'>
}

/** Appends `tick`, and `expire` for batches whose time is over. Rejects when the runner stops. */
export async function passTime(options: TimeOptions): Promise<never> {
  const { signal, retrying, send } = options
  for (let last = performance.now(); ; ) {
    await sleep(LOOK_MS, undefined, { signal })
    await expire(options)
    if (performance.now() - last < TICK_MS) continue
    await retrying(() => send({ kind: 'tick' }))
    last = performance.now()
  }
}

/**
 * Ends batches whose time is over. The gate stays closed until that is applied, also when an append fails that may have
 * succeeded.
 */
async function expire({ store, gate, retrying, send }: TimeOptions): Promise<void> {
  if (store.expired(Date.now()).length === 0) return
  await gate.closedFor(() =>
    retrying(async () => {
      for (const { batch, inFlight } of store.expired(Date.now()))
        await send({ kind: 'expire', batch, inFlight })
    }),
  )
}
