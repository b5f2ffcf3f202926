import { setTimeout as sleep } from 'node:timers/promises'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { abortable } from '#shared/async/timeout.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { startBackgroundWork } from '../../background-work.ts'
import type { ShardDirectory } from '../directory/shard-directory.ts'

export interface AnnounceOptions {
  readonly directory: Pick<ShardDirectory, 'owner' | 'announceOwner'>
  /** The shards that this process has opened. */
  owned(): readonly number[]
  /** `host:port` where other batch parts reach this one. */
  readonly address: string
  /** Differs for each run of a process. */
  readonly instance: string
  readonly logger: Log
}

const LOOK_MS = 250

/**
 * Announces this process as the owner of its shards, also when another process has announced itself after it: a former
 * owner may learn late that it is none. A shard that was not among them for a while is announced again: another process
 * may have it meanwhile, unannounced. The returned function stops it, and does not wait for the log.
 */
export function announceOwner(options: AnnounceOptions): () => Promise<void> {
  const { directory, address, instance, logger } = options

  /** The shards that were announced, as long as they are among those of this process. */
  let announced: ReadonlySet<number> = new Set()
  const isKnown = (shard: number) => announced.has(shard) && directory.owner(shard)?.instance === instance

  async function announce(shard: number, signal: AbortSignal): Promise<void> {
    try {
      await directory.announceOwner({ shard, address, instance })
      announced = new Set([...announced, shard])
    } catch (err) {
      if (signal.aborted) return
      logger[isUnavailable(err) ? 'debug' : 'error'](
        { err, shard },
        'the owner of a shard cannot be announced',
      )
    }
  }

  return startBackgroundWork(async (signal) => {
    for (;;) {
      const owned = new Set(options.owned())
      announced = new Set([...announced].filter((shard) => owned.has(shard)))
      const unknown = [...owned].filter((shard) => !isKnown(shard))
      await abortable(signal, Promise.all(unknown.map((shard) => announce(shard, signal))))
      await sleep(LOOK_MS, undefined, { signal })
    }
  })
}

/** Tells all batch parts that none has the shard any more, unless they know. Waits while the log is unavailable. */
export async function withdrawOwner(
  directory: AnnounceOptions['directory'],
  shard: number,
  instance: string,
): Promise<void> {
  if ((directory.owner(shard)?.address ?? null) === null) return
  await retryWhileUnavailable(() => directory.announceOwner({ shard, address: null, instance }))
}
