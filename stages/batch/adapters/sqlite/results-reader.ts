import { type FileHandle, open } from 'node:fs/promises'
import type { ResultsQuery } from '#shared/ports/batches.ts'
import type { Notifier } from '../../notifier.ts'
import { isByReference, loadLine } from '../../result-line.ts'
import type { ResultFiles } from '../disk/result-files.ts'
import type { BatchRow } from './statements/batches-table.ts'
import type { Tables } from './tables.ts'

export interface ResultsOptions {
  readonly tables: Tables
  readonly files: ResultFiles
  readonly notifier: Notifier
  /** The value that lies in the object store; null when it is not there any more. */
  readValue(dataref: string): Promise<string | null>
}

const CHUNK_BYTES = 256 * 1024
const NEWLINE = 0x0a
const HEAD_BYTES = 2048
/** A reader looks again so often even when nobody tells it of news. */
const POLL_MS = 5000

/**
 * The result lines of a batch: whole lines, several in a piece of up to 256 KiB (one longer line makes a longer piece).
 * Null when there is no such batch. Rejects with `SERVICE_UNAVAILABLE` when a value's store is away.
 */
export function readResults(
  options: ResultsOptions,
  id: string,
  reading: ResultsQuery,
): AsyncIterable<Uint8Array> | null {
  const row = options.tables.batches.get(id)
  return row === null ? null : chunks(options, row, reading)
}

async function* chunks(
  options: ResultsOptions,
  row: BatchRow,
  reading: ResultsQuery,
): AsyncIterable<Uint8Array> {
  for await (const lines of wholeLines(options, row, reading)) {
    const wanted = linesAfter(lines, reading.after)
    if (wanted.length > 0) yield* withLoadedValues(wanted, options.readValue)
  }
}

/** The file from the last mark before the first wanted line on, as it grows. */
async function* wholeLines(
  { tables, files, notifier }: ResultsOptions,
  { id, num }: BatchRow,
  { after, isFollowing, signal: leaving }: ResultsQuery,
): AsyncIterable<Buffer> {
  const changes = notifier.subscribe(id)
  leaving.addEventListener('abort', changes.close, { once: true })
  let start = tables.resultIndex.before(num, after + 1).start
  try {
    for (let row = tables.batches.get(id); row !== null && !leaving.aborted; row = tables.batches.get(id)) {
      if (start < row.length) {
        const lines = await readLines(files.pathOf(id), start, row.length)
        start += lines.length
        yield lines
      } else if (isFollowing && row.finished_at === null) await changes.next(POLL_MS)
      else return
    }
  } finally {
    leaving.removeEventListener('abort', changes.close)
    changes.close()
  }
}

async function readLines(path: string, start: number, end: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    return await readWhole(file, start, end)
  } finally {
    await file.close()
  }
}

/** Whole lines from `start` on, one at least. */
async function readWhole(file: FileHandle, start: number, end: number): Promise<Buffer> {
  for (let size = CHUNK_BYTES; ; size *= 4) {
    const wanted = Math.min(size, end - start)
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, start)
    const last = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE)
    if (last >= 0) return buffer.subarray(0, last + 1)
    if (wanted === end - start) throw new Error('a result file is shorter than it should be')
  }
}

/** The lines with a running number above `after`. */
function linesAfter(lines: Buffer, after: number): Buffer {
  let start = 0
  while (start < lines.length && numberOf(lines, start) <= after) start = lines.indexOf(NEWLINE, start) + 1
  return lines.subarray(start)
}

function numberOf(lines: Buffer, start: number): number {
  return Number(/^\{"n":(\d+)/.exec(lines.toString('latin1', start, start + 32))?.[1])
}

/** Puts values in that lie in the object store; the other lines are handed on as they are. */
async function* withLoadedValues(
  lines: Buffer,
  readValue: ResultsOptions['readValue'],
): AsyncIterable<Uint8Array> {
  let start = 0
  let from = 0
  while (from < lines.length) {
    const end = lines.indexOf(NEWLINE, from) + 1
    if (isByReference(lines.toString('latin1', from, Math.min(end, from + HEAD_BYTES)))) {
      if (start < from) yield lines.subarray(start, from)
      yield Buffer.from(await loadLine(lines.toString('utf8', from, end), readValue))
      start = end
    }
    from = end
  }
  if (start < lines.length) yield lines.subarray(start)
}
