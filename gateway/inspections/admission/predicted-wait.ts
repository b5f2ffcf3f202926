import type { ExecutionMode, ModeCapacity } from '#shared/consumer/pool/load-tracker.ts'
import type { CountHistogram } from './count-histogram.ts'

/** The predicted turn of an owner's next inspection. */
export interface Prediction {
  readonly waitSeconds: number
  /** Mean duration of its work. */
  readonly workSeconds: number
  /** Inspections of the owner that end in a second. */
  readonly ownerPerSecond: number
}

/** Mean duration before a process has finished work of the kind, in seconds: usual pages on an idle machine. */
const defaultSeconds: Readonly<Record<ExecutionMode, number>> = { together: 1, alone: 4 }

/** The queue as a new inspection finds it. */
export interface FoundQueue {
  /** Inspections of its owner. */
  readonly ofOwner: number
  /** Those of all owners, with its own. */
  readonly all: Pick<CountHistogram, 'owners' | 'sumUpTo'>
}

/**
 * Predicts the wait from the queue and the rate of the workers. `loads` has at least one entry, one for each process
 * that does the work. The stage takes owners in turn (round robin): ahead of a new inspection are all of its owner, and
 * of each other owner as many as have their turn first.
 */
export function predictWait(
  sharing: ExecutionMode,
  loads: readonly ModeCapacity[],
  { ofOwner, all }: FoundQueue,
): Prediction {
  const workSeconds = meanSeconds(sharing, loads)
  const slots = sum(loads.map((load) => load.slots))
  const slotsPerOwner = sum(loads.map((load) => load.perOwner))
  const ahead = all.sumUpTo(ofOwner + 1)
  const totalWait = (Math.max(0, ahead - slots + 1) * workSeconds) / slots
  const ownerWait = (Math.max(0, ofOwner - slotsPerOwner + 1) * workSeconds) / slotsPerOwner
  const waitSeconds = Math.max(totalWait, ownerWait)
  const owners = all.owners + (ofOwner > 0 ? 0 : 1)
  const ownerPerSecond = Math.min(slotsPerOwner, slots / owners) / workSeconds
  return { waitSeconds, workSeconds, ownerPerSecond }
}

/** Mean duration of work in a slot, weighted by the slots of each process. */
function meanSeconds(sharing: ExecutionMode, loads: readonly ModeCapacity[]): number {
  const slots = sum(loads.map((load) => load.slots))
  const rate = sum(loads.map((load) => load.slots / (load.seconds ?? defaultSeconds[sharing])))
  return slots / rate
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0)
}
