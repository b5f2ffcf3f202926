import type { RecordedItem } from '#shared/store/batch-items.ts'
import { countStart } from '../../frontier/decisions/batch-counts.ts'
import { EARLY_MS, EXTERNAL_PRODUCERS } from '../../frontier/decisions/bounds.ts'
import { type CompletionWrite, completeItem, endedItem } from '../../frontier/decisions/complete-item.ts'
import { isUrlOf } from '../../frontier/decisions/item-hash.ts'
import { type Completion, parseInspectionId } from '../../frontier/frontier.ts'
import type { FrontierOptions } from '../../frontier/frontier-options.ts'
import type { ResultFiles } from '../disk/result-files.ts'
import { openIntake } from './intake.ts'
import { type GatherSite, makeGatherer } from './site/gather.ts'
import { type BatchRow, batchOf } from './statements/batches.ts'
import type { ItemRow } from './statements/items.ts'
import { placeOf, WAITING } from './statements/schema.ts'
import { placeOfId, saveBatch, type Tables, toItem } from './tables.ts'

export interface CompleteOptions extends Pick<FrontierOptions, 'discover'> {
  readonly tables: Tables
  readonly files: Pick<ResultFiles, 'write'>
}

/** The changes of one write. */
export interface CompleteResult {
  /** How many completions were processed, from the first on. */
  readonly count: number
  /** Ids of batches that have new lines or have finished. */
  readonly changed: readonly string[]
  readonly ended: readonly RecordedItem[]
}

/** A batch with completions in this write. */
interface ChangedBatch {
  readonly row: BatchRow
  readonly write: CompletionWrite
  readonly lines: Buffer[]
  bytes: number
  countArrivals(): void
}

interface CompleteWrite extends CompleteOptions {
  readonly changedBatches: Map<string, ChangedBatch | null>
  /** The time of the completions, in milliseconds since the epoch. */
  readonly now: number
  readonly gatherSite: GatherSite
  /** Completed items by queue. */
  readonly completed: Map<number, number>
  readonly ended: RecordedItem[]
}

/** Bytes between two entries of the index of a result file. */
const INDEX_BYTES = 65_536
/** Bytes of result lines in one write, to keep the write short. */
const MAX_SLICE_BYTES = 4 * 1024 * 1024

/**
 * Processes completions within a write, at least one, until `maxMs` have passed or the result lines are many.
 */
export function completeItems(
  options: CompleteOptions,
  completions: readonly Completion[],
  now: number,
  maxMs: number,
): CompleteResult {
  const write: CompleteWrite = {
    ...options,
    now,
    changedBatches: new Map(),
    gatherSite: makeGatherer(options.tables.site),
    completed: new Map(),
    ended: [],
  }
  const deadline = performance.now() + maxMs
  let count = 0
  let bytes = 0
  for (const completion of completions) {
    bytes += completeOne(write, completion)
    count += 1
    if (performance.now() >= deadline || bytes >= MAX_SLICE_BYTES) break
  }
  for (const changed of write.changedBatches.values()) changed?.countArrivals()
  for (const [queue, items] of write.completed) options.tables.queues.complete(queue, items)
  return { count, changed: saveBatches(write), ended: write.ended }
}

/**
 * Result lines are written before the row that commits them. A copy stays in the database until their file is
 * synced.
 */
function saveBatches({ tables, files, changedBatches, now }: CompleteWrite): string[] {
  return [...changedBatches.values()].flatMap((changedBatch) => {
    if (changedBatch === null) return []
    const { row, lines } = changedBatch
    if (lines.length > 0) {
      const bytes = Buffer.concat(lines)
      files.write(row.id, row.length, bytes)
      tables.unsyncedLines.insert(row.num, row.length, bytes)
    }
    row.length += changedBatch.bytes
    saveBatch(tables, row, now)
    return [row.id]
  })
}

/** The host of the item has a long cooldown. */
function restQueue({ tables }: CompleteWrite, id: string, until: number): 0 {
  const item = tables.items.get(placeOfId(tables, id))
  if (item !== null) tables.queues.rest(item.queue, until - EARLY_MS)
  return 0
}

/** Returns the bytes of the item's result line. */
function completeOne(write: CompleteWrite, completion: Completion): number {
  const { restsUntil } = completion
  if (restsUntil !== undefined) return restQueue(write, completion.id, restsUntil)
  completeDeferred(write, completion.id)
  const named = parseInspectionId(completion.id)
  const changed = named === null ? null : loadBatch(write, named.batch)
  if (named === null || changed === null) return 0
  const { row } = changed
  const item = write.tables.items.get(placeOf(row.num, named.seq))
  const isWaiting = item?.state === WAITING
  // Items that waited when their batch was cancelled do not count any more.
  if (item === null || (isWaiting && row.is_dropped === 1)) return 0
  if (!isUrlOf(completion.url, item.url)) return 0
  if (isWaiting) {
    // It was dispatched all the same: a power cut loses the last dispatches.
    write.tables.queues.startOne(item.queue)
    countStart(row, item.role)
  }
  removeItem(write, item)
  const { batch } = changed.write
  const [before, lines] = [changed.bytes, row.lines]
  completeItem(changed.write, endedItem(batch, toItem(write.tables, batch, item), completion, write.now))
  const line = row.lines > lines ? { line: row.lines } : {}
  write.ended.push({ id: completion.id, lease: item.lease, ...line })
  return changed.bytes - before
}

/** Completes a deferred request of an external producer, which may end before it is dispatched again. */
function completeDeferred(write: CompleteWrite, id: string): void {
  const { deferred, items, queues } = write.tables
  const request = deferred.get(id)
  if (request === null || request.ended_at !== null) return
  deferred.end(request.place, write.now)
  const item = items.get(placeOf(EXTERNAL_PRODUCERS, request.place))
  if (item === null) return
  if (item.state === WAITING) queues.startOne(item.queue)
  removeItem(write, item)
}

function removeItem({ tables, completed }: CompleteWrite, { place, queue }: ItemRow): void {
  tables.items.remove(place)
  completed.set(queue, (completed.get(queue) ?? 0) + 1)
}

function loadBatch(write: CompleteWrite, id: string): ChangedBatch | null {
  const { tables, changedBatches } = write
  const loaded = changedBatches.get(id)
  if (loaded !== undefined) return loaded
  const row = tables.batches.get(id)
  const changed = row === null ? null : openBatch(write, row)
  changedBatches.set(id, changed)
  return changed
}

function openBatch({ tables, gatherSite, discover }: CompleteWrite, row: BatchRow): ChangedBatch {
  const batch = batchOf(row)
  const { num } = row
  const { write, countArrivals } = openIntake(tables, row, batch)
  const changed: ChangedBatch = {
    ...{ row, lines: [], bytes: 0, countArrivals },
    write: {
      ...write,
      addLine: (line) => appendLine(tables, changed, Buffer.from(line)),
      gather: (ended, n) => gatherSite({ ...ended, num, batch, n }),
      discover: ({ item, outcome, value, siteFacts }) =>
        discover(batch, item, { ...outcome, json: value ?? outcome.json }, siteFacts),
    },
  }
  return changed
}

function appendLine({ resultIndex }: Tables, changed: ChangedBatch, line: Buffer): void {
  const { row } = changed
  const start = row.length + changed.bytes
  if (start - row.marked >= INDEX_BYTES) {
    resultIndex.insert(row.num, { line: row.lines, start })
    row.marked = start
  }
  changed.lines.push(line)
  changed.bytes += line.length
}
