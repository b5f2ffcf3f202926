import type { ExecutionMode, ModeLoad } from '#shared/consumer/pool/load-tracker.ts'

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

/**
 * Predicts the wait from the queue and the rate of the workers. `loads` has at least one entry, one for each process
 * that does the work. `waiting` is the number of inspections by owner. The stage takes owners in turn (round robin):
 * ahead of a new inspection are all of its owner, and of each other owner as many as have their turn first.
 */
export function predictWait(
  sharing: ExecutionMode,
  loads: readonly ModeLoad[],
  waiting: ReadonlyMap<string, number>,
  owner: string,
): Prediction {
  const workSeconds = meanSeconds(sharing, loads)
  const slots = sum(loads.map((load) => load.slots))
  const slotsPerOwner = sum(loads.map((load) => load.perOwner))
  const ofOwner = waiting.get(owner) ?? 0
  const ofOthers = [...waiting].filter(([name]) => name !== owner).map(([, count]) => count)
  const ahead = ofOwner + sum(ofOthers.map((count) => Math.min(count, ofOwner + 1)))
  const totalWait = (Math.max(0, ahead - slots + 1) * workSeconds) / slots
  const ownerWait = (Math.max(0, ofOwner - slotsPerOwner + 1) * workSeconds) / slotsPerOwner
  const waitSeconds = Math.max(totalWait, ownerWait)
  const ownerPerSecond = Math.min(slotsPerOwner, slots / (ofOthers.length + 1)) / workSeconds
  return { waitSeconds, workSeconds, ownerPerSecond }
}

/** Mean duration of work in a slot, weighted by the slots of each process. */
function meanSeconds(sharing: ExecutionMode, loads: readonly ModeLoad[]): number {
  const slots = sum(loads.map((load) => load.slots))
  const rate = sum(loads.map((load) => load.slots / (load.seconds ?? defaultSeconds[sharing])))
  return slots / rate
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0)
}
