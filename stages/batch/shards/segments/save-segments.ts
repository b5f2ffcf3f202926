import { makeSemaphore, type Semaphore } from '#shared/async/semaphore.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { Segment } from '../commands.ts'
import type { ShardStore, UnsavedLines } from '../shard-store.ts'
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
   * milliseconds of a clock that is never set back. Resolves with the milliseconds until the next round; null = no lines wait.
   */
  save(now: number): Promise<number | null>
  /** Saves all lines at once, before an orderly stop. Resolves with whether no line is left. */
  flush(now: number): Promise<boolean>
}

const MIB = 1024 * 1024
/** Lines of one segment, before compression. A longer line makes a longer segment. */
const SEGMENT_BYTES = 8 * MIB
/** A segment of so many bytes is full: the next line may not fit. */
const FULL_BYTES = 7 * MIB
/**
 * How long the first line of a segment waits for others: each small segment costs as much as a page, so after one the wait
 * doubles, up to the longest.
 */
const WAIT_MS = 2000
const MAX_WAIT_MS = 8000
const SMALL_BYTES = 256 * 1024
/** A batch without new lines for so long begins with the shortest wait again. */
const FORGET_MS = 30_000
/** Between two rounds. The last lines of a batch wait no longer than that. */
const LOOK_MS = 500
/** Until the next round after one in which something failed. */
const RETRY_MS = 1000
/** Batches of one shard that are saved at the same time. */
const BATCHES_AT_ONCE = 16
/** Segments that a process reads, compresses and uploads at the same time. */
export const UPLOADS_AT_ONCE = 8

/** A batch with lines that are not saved, or that had some lately. */
interface UnsavedBatch {
  readonly id: string
  /** What was pending at the beginning of the round; null = nothing. */
  pending: UnsavedLines | null
  /** When lines were last seen. */
  seenAt: number
  /** When the first of the lines was seen; null = there are none. */
  since: number | null
  waitMs: number
  /** A segment that is in the object store and that the home may not have. */
  stored: Segment | null
}

interface Round {
  readonly now: number
  /** No lines wait for others. */
  readonly isFlush: boolean
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
    update(batches, store.unsaved(), round.now)
    const due = [...batches.values()].filter((batch) => isDue(batch, round))
    const saved = due.map((batch) => permits.run(() => isSaved(batch, round)))
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
    async save(now) {
      if (!(await saveAll({ now, isFlush: false, isStoreAway: false }))) return RETRY_MS
      return [...batches.values()].some(({ pending }) => pending !== null) ? LOOK_MS : null
    },
    flush: async (now) => (await saveAll({ now, isFlush: true, isStoreAway: false })) && !signal.aborted,
  }
}

/** Adds batches that have lines now, and removes those that have had none for a while. */
function update(batches: Map<string, UnsavedBatch>, unsaved: readonly UnsavedLines[], now: number): void {
  for (const batch of batches.values()) batch.pending = null
  for (const pending of unsaved) {
    const { batch: id } = pending
    const batch = batches.get(id) ?? { id, pending, seenAt: now, since: null, waitMs: WAIT_MS, stored: null }
    batches.set(id, batch)
    batch.pending = pending
    batch.seenAt = now
    batch.since ??= now
  }
  for (const { id, seenAt, stored } of batches.values()) {
    // A batch that was removed may leave an object, which goes once the home has said so.
    if (stored === null && now - seenAt >= FORGET_MS) batches.delete(id)
  }
}

function isDue({ pending, stored, since, waitMs }: UnsavedBatch, round: Round): boolean {
  if (stored !== null) return true
  if (pending === null || since === null) return false
  return isUrgent(pending.bytes, pending.isLast, round) || round.now - since >= waitMs
}

const isUrgent = (bytes: number, isLast: boolean, { isFlush }: Round) =>
  isFlush || isLast || bytes >= FULL_BYTES

/** Saves segment after segment, until the other lines wait. */
async function saveBatch(options: SegmentSaverOptions, batch: UnsavedBatch, round: Round): Promise<void> {
  for (let isDueNow = batch.stored === null; !options.signal.aborted; isDueNow = false) {
    batch.stored ??= await options.uploads.run(() => storeNext(options, batch, round, isDueNow))
    if (batch.stored === null) return
    await handOver(options, batch.stored)
    batch.stored = null
  }
}

/** Puts the next lines of a batch into the object store. Null when there are none, or they wait. */
async function storeNext(
  { store, objects, signal }: SegmentSaverOptions,
  batch: UnsavedBatch,
  round: Round,
  isDueNow: boolean,
): Promise<Segment | null> {
  if (signal.aborted || round.isStoreAway) return null
  const pending = store.pendingLines(batch.id, SEGMENT_BYTES)
  if (pending === null) return null
  const { length } = pending.lines
  if (!isDueNow && !isUrgent(length, pending.isLast, round)) {
    batch.since ??= round.now
    return null
  }
  try {
    const segment = await storeSegment(objects, store.shard, pending)
    batch.since = null
    batch.waitMs = length < SMALL_BYTES ? Math.min(MAX_WAIT_MS, 2 * batch.waitMs) : WAIT_MS
    return segment
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
