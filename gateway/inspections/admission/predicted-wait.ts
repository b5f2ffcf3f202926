import type { ExecutionMode, ModeLoad } from '#shared/consumer/pool/load-tracker.ts'

/** When a new inspection of an owner would have its turn, in seconds from now. */
export interface Prediction {
  readonly waitSeconds: number
  /** How long its work takes. */
  readonly workSeconds: number
  /** How many inspections of the owner end in a second meanwhile. */
  readonly ownerPerSecond: number
}

/** Before a process has done any work of the kind: usual pages on a machine with nothing else to do, in seconds. */
const defaultSeconds: Readonly<Record<ExecutionMode, number>> = { together: 1, alone: 4 }

/**
 * Predicts by what waits, and how fast it ends. `loads` are those of all processes that do the work, one at least; `waiting` is how
 * many inspections each owner has there. Owners take turns, so that ahead of a new one are those of its owner, and of each other
 * owner as many as have their turn before it.
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

/** How long a slot is taken, on average of all processes by their slots. */
function meanSeconds(sharing: ExecutionMode, loads: readonly ModeLoad[]): number {
  const slots = sum(loads.map((load) => load.slots))
  const rate = sum(loads.map((load) => load.slots / (load.seconds ?? defaultSeconds[sharing])))
  return slots / rate
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0)
}
