import { abortable } from '#shared/async/timeout.ts'
import type { ShardDirectory } from '../directory/shard-directory.ts'

export interface TakenOptions {
  readonly directory: Pick<ShardDirectory, 'owner' | 'onChange'>
  readonly shard: number
  /** Of this run of the process. */
  readonly instance: string
  readonly signal: AbortSignal
}

/** Resolves once this process is not known as the owner of the shard. Rejects with the reason of the signal when that is aborted. */
export async function untilTaken({ directory, shard, instance, signal }: TakenOptions): Promise<void> {
  const taken = Promise.withResolvers<void>()
  const look = () => {
    if (directory.owner(shard)?.instance !== instance) taken.resolve()
  }
  const stopLooking = directory.onChange((changed) => changed === shard && look())
  look()
  try {
    await abortable(signal, taken.promise)
  } finally {
    stopLooking()
  }
}
