import { abortable } from '#shared/async/timeout.ts'
import type { ShardDirectory } from '../directory/shard-directory.ts'

export interface TakenOptions {
  readonly directory: Pick<ShardDirectory, 'owner' | 'onChange'>
  readonly shard: number
  /** Of this run of the process. */
  readonly instance: string
}

/** Resolves once another process has taken the shard. Rejects with the reason of the signal when that is aborted. */
export type UntilTaken = (signal: AbortSignal) => Promise<void>

/** Another process has taken the shard when it has announced itself as the owner after this call, and is the last one to do so. */
export function watchTaken({ directory, shard, instance }: TakenOptions): UntilTaken {
  const before = directory.owner(shard)
  return async (signal) => {
    const taken = Promise.withResolvers<void>()
    const look = () => {
      const owner = directory.owner(shard)
      if (owner !== null && owner !== before && owner.instance !== instance) taken.resolve()
    }
    const stopLooking = directory.onChange((changed) => changed === shard && look())
    look()
    try {
      await abortable(signal, taken.promise)
    } finally {
      stopLooking()
    }
  }
}
