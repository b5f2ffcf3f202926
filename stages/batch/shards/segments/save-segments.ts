import { makeSemaphore, type Semaphore } from '#shared/async/semaphore.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { Segment } from '../commands.ts'
import type { ShardStore } from '../shard-store.ts'
import type { Shards } from '../shards.ts'
import { storeSegment } from './store-segment.ts'

export interface SegmentSaverOptions {
  readonly store: Pick<ShardStore, 'shard' | 'unsaved' | 'pendingLines' | 'forgetLines'>
  readonly shards: Pick<Shards, 'send'>
  readonly objects: Pick<ObjectStore, 'put' | 'remove'>
  /** The home shard of a batch. */
  homeOf(batch: string): number
  /**
   * Shared by the savers of all shards of the process: each permit holds the lines of one segment in memory. See
   * `UPLOADS_AT_ONCE`.
   */
  readonly uploads: Semaphore
  /** Once it is aborted, no further segment is begun: calls resolve soon. */
  readonly signal: AbortSignal
  readonly logger: Log
}

/**
 * Saves the result lines of one shard as segments. One call at a time. What fails is logged and tried again in the next
 * round; after a crash the next saver repeats it. Calls reject only when the shard's store cannot be read.
 */
export interface SegmentSaver {
  /**
   * One round: saves the lines that have waited long enough, those of full segments, and the last ones of batches. `now`:
   * milliseconds of a clock that is never set back. Resolves with the milliseconds until the next round.
   */
  save(now: number): Promise<number>
  /** Saves all lines at once, before an orderly stop. Resolves with whether no line is left. */
  flush(now: number): Promise<boolean>
}

const MIB = 1024 * 1024
/** Lines of one segment, before compression. A longer line makes a longer segment. */
const SEGMENT_BYTES = 8 * MIB
/** A segment of so many bytes is full: the next line may not fit. */
const FULL_BYTES = 7 * MIB
/** How long the first line of a segment waits for others. */
const WAIT_MS = 2000
/** Between two rounds. The last lines of a batch wait no longer than that. */
const LOOK_MS = 250
/** Until the next round after one in which something failed. */
const RETRY_MS = 1000
/** Batches of one shard that are saved at the same time. */
const BATCHES_AT_ONCE = 16
/** Segments that a process reads, compresses and uploads at the same time. */
export const UPLOADS_AT_ONCE = 8

/** A batch with lines that are not saved. */
interface UnsavedBatch {
  readonly id: string
  /** When the first of the lines was seen; null = it was not looked for yet. */
  since: number | null
  /** A segment that is in the object store and that the home may not have. */
  stored: Segment | null
}

interface Round {
  readonly now: number
  readonly waitMs: number
  /** The object store is unavailable: nothing more is read and compressed for it in this round. */
  isStoreAway: boolean
}

/** Makes the saver of one shard. */
export function makeSegmentSaver(options: SegmentSaverOptions): SegmentSaver {
  const { store, logger, signal } = options
  const batches = new Map<string, UnsavedBatch>()
  const permits = makeSemaphore(BATCHES_AT_ONCE)

  /** Resolves with whether nothing failed. */
  async function saveAll(round: Round): Promise<boolean> {
    update(batches, store.unsaved())
    const saved = [...batches.values()].map((batch) => permits.run(() => isSaved(batch, round)))
    return (await Promise.all(saved)).every(Boolean) && !round.isStoreAway
  }

  async function isSaved(batch: UnsavedBatch, round: Round): Promise<boolean> {
    try {
      await saveBatch(options, batch, round)
      return true
    } catch (err) {
      logger[isUnavailable(err) ? 'debug' : 'error']({ err, batch: batch.id }, 'result lines cannot be saved')
      // It comes last in the next round, so that it never keeps others from their turn.
      batches.delete(batch.id)
      batches.set(batch.id, batch)
      return false
    }
  }

  return {
    save: async (now) => ((await saveAll({ now, waitMs: WAIT_MS, isStoreAway: false })) ? LOOK_MS : RETRY_MS),
    flush: async (now) => (await saveAll({ now, waitMs: 0, isStoreAway: false })) && !signal.aborted,
  }
}

/** Adds batches that have lines now, and removes those that have none any more. */
function update(batches: Map<string, UnsavedBatch>, unsaved: readonly string[]): void {
  for (const id of unsaved) if (!batches.has(id)) batches.set(id, { id, since: null, stored: null })
  const current = new Set(unsaved)
  for (const { id, stored } of batches.values()) {
    // A batch that was removed may leave an object, which goes once the home has said so.
    if (stored === null && !current.has(id)) batches.delete(id)
  }
}

/** Saves segment after segment, until the other lines wait. */
async function saveBatch(options: SegmentSaverOptions, batch: UnsavedBatch, round: Round): Promise<void> {
  while (!options.signal.aborted) {
    batch.stored ??= await options.uploads.run(() => storeNext(options, batch, round))
    if (batch.stored === null) return
    await handOver(options, batch.stored)
    Object.assign(batch, { since: null, stored: null })
  }
}

/** Puts the next lines of a batch into the object store. Null when there are none, or they wait. */
async function storeNext(
  { store, objects, signal }: SegmentSaverOptions,
  batch: UnsavedBatch,
  round: Round,
): Promise<Segment | null> {
  if (signal.aborted || round.isStoreAway) return null
  const pending = store.pendingLines(batch.id, SEGMENT_BYTES)
  batch.since = pending && (batch.since ?? round.now)
  if (pending === null || batch.since === null) return null
  const isDue =
    round.now - batch.since >= round.waitMs || pending.isLast || pending.lines.length >= FULL_BYTES
  if (!isDue) return null
  try {
    return await storeSegment(objects, store.shard, pending)
  } catch (error) {
    round.isStoreAway ||= isUnavailable(error)
    throw error
  }
}

/**
 * Tells the home about a segment; then the shard forgets the lines. When the batch is gone, its object is removed first,
 * because nothing would name it after that.
 */
async function handOver(
  { store, shards, objects, homeOf }: SegmentSaverOptions,
  segment: Segment,
): Promise<void> {
  const { batch, first, count, object } = segment
  const { isKnown } = await shards.send(homeOf(batch), { kind: 'segment', segment })
  if (!isKnown) await objects.remove(object)
  await store.forgetLines(batch, first + count - 1)
}
