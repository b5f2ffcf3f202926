import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '#shared/errors.ts'
import type { ResultsQuery } from '#shared/ports/batches.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { leftover } from '../../../frontier/decisions/batch-counts.ts'
import type { FrontierOptions } from '../../../frontier/frontier-options.ts'
import { withLoadedValues } from '../../../result-line.ts'
import { isBatchId } from '../batches/batch-rows.ts'
import type { Session } from '../connection/postgres.ts'
import { type LineRow, rowsBelow } from './result-rows.ts'
import { openSegments, type Segment } from './segments.ts'

interface ResultsOptions extends Pick<FrontierOptions, 'readValue'> {
  readonly postgres: Session
  readonly objects: Pick<ObjectStore, 'open'>
}

/** Segments that are asked for at a time. */
const PAGE_SEGMENTS = 100
/** Rows that are asked for at a time, and their bytes. The last one may make them more. */
const PAGE_ROWS = 1000
const PAGE_BYTES = 256 * 1024
/** Looks for a line that is not where it was before. */
const MOST_LOOKS = 10
/** A reader who follows a batch asks for further lines this often. */
const POLL_MS = 300

/**
 * Returns the result lines of a batch: complete lines, in chunks of up to 256 KiB (one longer line makes a longer chunk).
 * Null when there is no such batch. The lines end when the signal aborts. Rejects with `SERVICE_UNAVAILABLE`, at any line,
 * when PostgreSQL or the object store is away, when an object is missing, and when the batch is removed meanwhile: lines never
 * end too early without an error.
 */
export async function readResults(
  options: ResultsOptions,
  id: string,
  reading: ResultsQuery,
): Promise<AsyncIterable<Uint8Array> | null> {
  const batch = await findBatch(options.postgres, id)
  return batch && untilAborted(reading.signal, chunks(options, id, reading, batch))
}

async function* untilAborted<T>(signal: AbortSignal, values: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* values
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** A batch with the number of its last line so far. */
interface FoundBatch {
  readonly num: number
  readonly lines: number
  readonly is_ended: boolean
}

const FIND = `
  SELECT num, lines, finished_at IS NOT NULL AS is_ended FROM batches WHERE id = $1::uuid AND leftovers < ${leftover.all}`

async function findBatch(postgres: Session, id: string): Promise<FoundBatch | null> {
  if (!isBatchId(id)) return null
  const [found] = await postgres.query<FoundBatch>(FIND, [id])
  return found ?? null
}

async function* chunks(
  options: ResultsOptions,
  id: string,
  { after, isFollowing, signal }: ResultsQuery,
  found: FoundBatch,
): AsyncGenerator<Uint8Array> {
  let last = after
  let looks = 0
  for (let batch = found; ; batch = await present(options.postgres, id)) {
    const before = last
    for await (const stored of storedLines(options, batch, last, signal)) {
      yield* linesOf(options, stored, last)
      last = stored.range.last
    }
    looks = last === before && last < batch.lines ? looks + 1 : 0
    if (last < batch.lines) expectLine(last + 1, looks)
    else if (!isFollowing || batch.is_ended) return
    else await sleep(POLL_MS, undefined, { signal })
  }
}

async function* linesOf(
  { readValue }: ResultsOptions,
  { range, bytes }: StoredLines,
  after: number,
): AsyncGenerator<Uint8Array> {
  for await (const lines of lineChunks(bytes, range, after)) yield* withLoadedValues(lines, readValue)
}

/** Rows may become a segment between the look for segments and that for rows: then the next look finds the line. */
function expectLine(n: number, looks: number): void {
  if (looks >= MOST_LOOKS) throw unavailable('results', new Error(`line ${n} is missing`))
}

async function present(postgres: Session, id: string): Promise<FoundBatch> {
  const found = await findBatch(postgres, id)
  if (found === null) throw unavailable('results', new Error('the batch was removed'))
  return found
}

interface StoredLines {
  readonly range: LineRange
  readonly bytes: AsyncIterable<Buffer> | Iterable<Buffer>
}

/** Some of the next lines, without a gap: those of segments; where there are none, those of rows. */
async function* storedLines(
  { postgres, objects }: ResultsOptions,
  { num, lines }: FoundBatch,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<StoredLines> {
  signal.throwIfAborted()
  if (after >= lines) return
  const segments = following(await postgres.query<Segment>(FIND_SEGMENTS, [num, after + 1]), after)
  for await (const { segment, bytes } of openSegments(objects, segments, signal))
    yield { range: segment, bytes }
  if (segments.length > 0) return
  const rows = following(await postgres.query<LineRow>(FIND_ROWS, [num, after + 1]), after)
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return
  yield {
    range: { first: first.first, last: last.last },
    bytes: [Buffer.concat(rows.map((row) => row.lines))],
  }
}

/** Those that follow line `after` without a gap: of a batch that is being removed the first ones may be gone. */
function following<Range extends LineRange>(ranges: readonly Range[], after: number): readonly Range[] {
  let next = after + 1
  const end = ranges.findIndex(({ first, last }) => {
    const isGap = first > next
    next = last + 1
    return isGap
  })
  return end < 0 ? ranges : ranges.slice(0, end)
}

/** The one that has a line, and those behind it. */
const fromLine = (table: string) => `
  FROM ${table} WHERE batch = $1 AND last >= $2 AND first >= coalesce(
    (SELECT max(first) FROM ${table} WHERE batch = $1 AND first <= $2), 0)
  ORDER BY first`

const FIND_SEGMENTS = `SELECT first, last, object ${fromLine('segments')} LIMIT ${PAGE_SEGMENTS}`

const FIND_ROWS = rowsBelow(`${fromLine('result_rows')} LIMIT ${PAGE_ROWS}`, PAGE_BYTES)

/** Bytes of a chunk of several lines. */
const CHUNK_BYTES = 256 * 1024
const NEWLINE = 0x0a

/** Which lines the bytes have, by their numbers. */
interface LineRange {
  readonly first: number
  readonly last: number
}

/**
 * Yields the lines with a number above `after`: complete lines, in chunks of up to 256 KiB (one longer line makes a longer
 * chunk). Rejects with `SERVICE_UNAVAILABLE` when the bytes cannot be read or do not have all the lines.
 */
export async function* lineChunks(
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>,
  { first, last }: LineRange,
  after: number,
): AsyncGenerator<Buffer> {
  let n = first
  for await (const block of completeLines(bytes)) {
    const ends = lineEnds(block, last + 1 - n)
    yield* cut(block, ends, Math.max(0, after + 1 - n))
    n += ends.length
    if (n > last) return
  }
  throw unavailable('results', new Error(`line ${n} is missing`))
}

/** Where the first lines end, at most `most`. */
function lineEnds(block: Buffer, most: number): number[] {
  const ends: number[] = []
  for (let end = 0; end < block.length && ends.length < most; ) {
    end = block.indexOf(NEWLINE, end) + 1
    ends.push(end)
  }
  return ends
}

/** Cuts lines into chunks, without those that are skipped. */
function* cut(block: Buffer, ends: readonly number[], skipped: number): Generator<Buffer> {
  let start = skipped === 0 ? 0 : (ends[Math.min(skipped, ends.length) - 1] ?? 0)
  let end = start
  for (const next of ends.slice(skipped)) {
    if (next - start > CHUNK_BYTES && end > start) {
      yield block.subarray(start, end)
      start = end
    }
    end = next
  }
  if (end > start) yield block.subarray(start, end)
}

/** Cuts the bytes after line breaks. Bytes after the last one are no line. */
async function* completeLines(bytes: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = []
  try {
    for await (const block of bytes) {
      const end = block.lastIndexOf(NEWLINE) + 1
      if (end > 0) {
        yield Buffer.concat([...pending, block.subarray(0, end)])
        pending = []
      }
      if (end < block.length) pending.push(block.subarray(end))
    }
  } catch (error) {
    throw unavailable('results', error)
  }
}
