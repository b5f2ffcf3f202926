import type { SharedLoad, Sharing } from '#shared/pipeline/load.ts'

/** When a new inspection of an owner would have its turn, in seconds from now. */
export interface Prediction {
  readonly beginsIn: number
  /** How long its work takes. */
  readonly seconds: number
  /** How many inspections of the owner end in a second meanwhile. */
  readonly ownerRate: number
}

/** Before a process has done any work of the kind: usual pages on a machine with nothing else to do, in seconds. */
const usual: Readonly<Record<Sharing, number>> = { together: 1, alone: 4 }

/**
 * Predicts by what waits, and how fast it ends. `loads` are those of all processes that do the work, one at least; `waiting` is how
 * many inspections each owner has there. Owners take turns, so that ahead of a new one are those of its owner, and of each other
 * owner as many as have their turn before it.
 */
export function predictWait(
  sharing: Sharing,
  loads: readonly SharedLoad[],
  waiting: ReadonlyMap<string, number>,
  owner: string,
): Prediction {
  const seconds = meanSeconds(sharing, loads)
  const slots = sum(loads.map((load) => load.slots))
  const perOwner = sum(loads.map((load) => load.perOwner))
  const own = waiting.get(owner) ?? 0
  const others = [...waiting].filter(([name]) => name !== owner).map(([, count]) => count)
  const ahead = own + sum(others.map((count) => Math.min(count, own + 1)))
  const behindAll = (Math.max(0, ahead - slots + 1) * seconds) / slots
  const behindOwn = (Math.max(0, own - perOwner + 1) * seconds) / perOwner
  const beginsIn = Math.max(behindAll, behindOwn)
  const ownerRate = Math.min(perOwner, slots / (others.length + 1)) / seconds
  return { beginsIn, seconds, ownerRate }
}

/** How long a slot is taken, on average of all processes by their slots. */
function meanSeconds(sharing: Sharing, loads: readonly SharedLoad[]): number {
  const slots = sum(loads.map((load) => load.slots))
  const rate = sum(loads.map((load) => load.slots / (load.seconds ?? usual[sharing])))
  return slots / rate
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0)
}
