import type { Outcome } from '#shared/messages/outcome.ts'
import { FAILED } from '#shared/messages/topics.ts'
import type { Batch, Discover, Ending, Item } from '../frontier.ts'
import { itemNamed } from '../inspection-id.ts'
import { resultLine, unanswered } from '../result-line.ts'
import { addFound } from './adding.ts'
import { type BatchRow, batchOf } from './batches-table.ts'
import type { ItemRow } from './items-table.ts'
import type { ResultFiles } from './result-files.ts'
import { FEEDERS, placeOf, WAITING } from './schema.ts'
import { itemOf, settle, start, type Tables } from './tables.ts'

export interface EndingOptions {
  readonly tables: Tables
  readonly files: ResultFiles
  readonly discover: Discover
}

/** What one write changed. */
export interface Ended {
  /** Endings that it took in, from the first on. */
  readonly count: number
  /** Batches with new lines, or that ended. */
  readonly changed: readonly string[]
}

/** A batch with endings in this write. */
interface Touched {
  readonly row: BatchRow
  readonly batch: Batch
  readonly lines: Buffer[]
  bytes: number
}

interface Write extends EndingOptions {
  readonly touched: Map<string, Touched | null>
  /** Items that ended, by queue. */
  readonly ended: Map<number, number>
}

/** Between two marks of a result file. */
const MARK_BYTES = 65_536
/** Lines of one write, so that a slice stays one. */
const SLICE_BYTES = 4 * 1024 * 1024

/** Takes in endings within a write until `most` milliseconds are over or its lines are many, at least one. */
export function endSome(
  options: EndingOptions,
  endings: readonly Ending[],
  now: number,
  most: number,
): Ended {
  const write: Write = { ...options, touched: new Map(), ended: new Map() }
  const stop = performance.now() + most
  let count = 0
  let bytes = 0
  for (const ending of endings) {
    bytes += endOne(write, ending, now)
    count += 1
    if (performance.now() >= stop || bytes >= SLICE_BYTES) break
  }
  for (const [queue, items] of write.ended) options.tables.queues.end(queue, items)
  return { count, changed: saveAll(write, now) }
}

/** Lines come before the row that commits them, and stand with it until their file is on the disk itself. */
function saveAll({ tables, files, touched }: Write, now: number): string[] {
  return [...touched.values()].flatMap((one) => {
    if (one === null) return []
    const { row, lines } = one
    if (lines.length > 0) {
      const bytes = Buffer.concat(lines)
      files.write(row.id, row.length, bytes)
      tables.tails.insert(row.num, row.length, bytes)
    }
    row.length += one.bytes
    settle(tables, row, now)
    return [row.id]
  })
}

/** Answers the bytes of its line. */
function endOne(write: Write, ending: Ending, now: number): number {
  endDeferred(write, ending.id, now)
  const named = itemNamed(ending.id)
  const touched = named === null ? null : touch(write, named.batch)
  if (named === null || touched === null) return 0
  const item = write.tables.items.get(placeOf(touched.row.num, named.seq))
  if (item === null || isDropped(item, touched.row)) return 0
  if (item.state === WAITING) startLate(write, touched.row, item)
  leave(write, item)
  return endItem(write, touched, item, ending)
}

/** What waited when its batch was cancelled is counted no more. */
function isDropped({ state }: ItemRow, row: BatchRow): boolean {
  return state === WAITING && row.is_dropped === 1
}

/** Of an item that waits again though it was handed over: what a power cut takes are the last releases. */
function startLate({ tables }: Write, row: BatchRow, { queue, role }: ItemRow): void {
  tables.queues.start(queue)
  start(row, role)
}

/** A request of a feeder may end before it is handed over again. */
function endDeferred(write: Write, id: string, now: number): void {
  const { deferred, items, queues } = write.tables
  const known = deferred.get(id)
  if (known === null || known.ended_at !== null) return
  deferred.end(known.place, now)
  const item = items.get(placeOf(FEEDERS, known.place))
  if (item === null) return
  if (item.state === WAITING) queues.start(item.queue)
  leave(write, item)
}

function leave({ tables, ended }: Write, { place, queue }: ItemRow): void {
  tables.items.remove(place)
  ended.set(queue, (ended.get(queue) ?? 0) + 1)
}

function touch({ tables, touched }: Write, id: string): Touched | null {
  const known = touched.get(id)
  if (known !== undefined) return known
  const row = tables.batches.get(id)
  const one = row === null ? null : { row, batch: batchOf(row), lines: [], bytes: 0 }
  touched.set(id, one)
  return one
}

function endItem(write: Write, touched: Touched, row: ItemRow, ending: Ending): number {
  const { tables, discover } = write
  const { batch } = touched
  const item = itemOf(tables, batch, row)
  const outcome = ending.outcome ?? unanswered(item, batch.operation)
  const before = touched.bytes
  if (row.role === 'scout') touched.row.scouts_running -= 1
  else endPage(write, touched, item, outcome)
  if (batch.crawl !== null) {
    addFound(tables, touched.row, discover(batch, item, { ...outcome, json: ending.value ?? outcome.json }))
  }
  return touched.bytes - before
}

function endPage({ tables }: Write, touched: Touched, item: Item, outcome: Outcome): void {
  const { row: of, batch } = touched
  of.running -= 1
  if (outcome.topic === FAILED) of.failed += 1
  else of.done += 1
  of.lines += 1
  const start = of.length + touched.bytes
  if (start - of.marked >= MARK_BYTES) {
    tables.marks.insert(of.num, { line: of.lines, start })
    of.marked = start
  }
  const line = Buffer.from(resultLine(of.lines, item, batch.operation, outcome))
  touched.lines.push(line)
  touched.bytes += line.length
}
