import { makeSemaphore, type Semaphore } from '#shared/async/semaphore.ts'

/** Runs the work of an owner when its earlier work has ended. Settles like the work, and rejects when the signal aborts. */
export type OwnerTurns = <T>(owner: string, work: () => Promise<T>, signal: AbortSignal) => Promise<T>

/** Makes turns: works of one owner run one after the other, those of different owners side by side. */
export function makeOwnerTurns(): OwnerTurns {
  const owners = new Map<string, { readonly semaphore: Semaphore; works: number }>()
  return async (owner, work, signal) => {
    const turn = owners.get(owner) ?? { semaphore: makeSemaphore(1), works: 0 }
    owners.set(owner, turn)
    turn.works += 1
    try {
      return await turn.semaphore.run(work, signal)
    } finally {
      turn.works -= 1
      if (turn.works === 0) owners.delete(owner)
    }
  }
}
