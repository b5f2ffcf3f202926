import { coalesceRuns } from '#shared/async/coalesce-runs.ts'
import { makeLatch } from '#shared/async/latch.ts'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { abortable } from '#shared/async/timeout.ts'
import type { Log } from '#shared/log.ts'
import { SHARDS } from '#shared/messages/topics.ts'
import type { EventLog, EventReader } from '#shared/ports/event-log.ts'
import { startBackgroundWork } from '../../background-work.ts'
import { directoryRecord, type ShardOwner, type ShardSnapshot } from './directory-entries.ts'
import { KnownShards } from './known-shards.ts'
import { makeTopicReader } from './topic-reader.ts'

export interface ShardDirectoryOptions {
  readonly log: Pick<EventLog, 'append'>
  readonly events: EventReader
  /** The number of shards. Entries of others are ignored. */
  readonly shards: number
  readonly logger: Log
}

/** The newest snapshot and the owner of each shard, as far as the topic has been read. */
export interface ShardDirectory {
  /** The snapshot with the highest position; null = unknown. Of equal positions, the last one. */
  snapshot(shard: number): ShardSnapshot | null
  /** The owner that was announced last; null = unknown. An owner that reads of another one announces itself again. */
  owner(shard: number): ShardOwner | null
  /** Resolves once the entry is durable and has been read. Rejects with `SERVICE_UNAVAILABLE` when the log does not accept it. */
  announceOwner(owner: ShardOwner): Promise<void>
  /**
   * Resolves with whether the snapshot is the one that counts, once that is known. It is not when another one has a
   * higher position: a former owner may still make snapshots. Rejects with `SERVICE_UNAVAILABLE` when the log does not
   * accept it; then others may have read it all the same.
   */
  announceSnapshot(snapshot: ShardSnapshot): Promise<boolean>
  /** Resolves once all that was in the topic at the call has been read. Waits while the log is unavailable. Rejects after `close`. */
  caughtUp(): Promise<void>
  /** Calls back with each shard whose snapshot or owner changed, until the returned function is called. The callback must not throw. */
  onChange(listener: (shard: number) => void): () => void
  close(): Promise<void>
}

/** Reads the topic from its oldest record on, and follows it until it is closed. */
export function openShardDirectory({ log, events, shards, logger }: ShardDirectoryOptions): ShardDirectory {
  const known = new KnownShards(shards)
  const append = async (snapshot: ShardSnapshot) => {
    await log.append([directoryRecord({ kind: 'snapshot', ...snapshot })])
  }
  const readPages = makeTopicReader(events, SHARDS, known)
  const readAll = coalesceRuns(async () => {
    await readPages()
    // The topic keeps the last record of a key, which has to be the one that counts.
    for (const snapshot of known.overwritten()) await append(snapshot)
  })
  const onOtherError = (err: unknown) => logger.error({ err }, 'the directory of shards cannot be read')
  const closing = new AbortController()
  const caughtUp = () => retryWhileUnavailable(readAll, { signal: closing.signal, onOtherError })
  const changed = makeLatch<void>()
  const stopWatching = events.watch([SHARDS], () => changed.set())
  const stopFollowing = startBackgroundWork(async (signal) => {
    for (;;) {
      changed.reset()
      await caughtUp()
      await abortable(signal, changed.wait())
    }
  })

  return {
    snapshot: (shard) => known.snapshot(shard),
    owner: (shard) => known.owner(shard),
    caughtUp,
    onChange: (listener) => known.onChange(listener),
    async announceOwner(owner) {
      await log.append([directoryRecord({ kind: 'owner', ...owner })])
      await caughtUp()
    },
    async announceSnapshot(snapshot) {
      if (!known.announce(snapshot)) return false
      await append(snapshot)
      await caughtUp()
      return known.snapshot(snapshot.shard)?.object === snapshot.object
    },
    async close() {
      stopWatching()
      const stopped = stopFollowing()
      closing.abort()
      await stopped
    },
  }
}
