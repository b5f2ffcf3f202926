import { setTimeout as sleep } from 'node:timers/promises'
import { startBackgroundWork } from '../../background-work.ts'
import type { Close } from '../file/open-file.ts'

export interface ConsumptionOptions {
  /** Never again once it is not. */
  isUnfinished(): boolean
  /** Starts to consume. */
  consume(): Promise<Close>
  /** Milliseconds between two looks. */
  readonly lookMs?: number
}

const LOOK_MS = 5000
/** Records under way when all is finished change nothing. */
const GRACE_MS = 1000

/** Consumes as long as there is something unfinished that the records may end. The returned function stops it. */
export async function consumeWhileUnfinished(options: ConsumptionOptions): Promise<Close> {
  const { isUnfinished, consume, lookMs = LOOK_MS } = options
  if (!isUnfinished()) return () => undefined
  const close = await consume()
  let closed: Promise<unknown> | null = null
  const closeOnce = (graceMs: number) => {
    closed ??= Promise.resolve(close(graceMs))
    return closed
  }
  const stopLooking = startBackgroundWork(async (signal) => {
    while (isUnfinished()) await sleep(lookMs, undefined, { signal })
    await closeOnce(GRACE_MS)
  })
  return async (graceMs) => {
    await stopLooking()
    await closeOnce(graceMs)
  }
}
