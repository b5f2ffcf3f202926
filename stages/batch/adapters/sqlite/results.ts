import { open } from 'node:fs/promises'
import type { Log } from '#shared/log.ts'
import type { ResultsQuery } from '#shared/ports/batches.ts'
import { startSteps } from '../../background-work.ts'
import type { FrontierOptions } from '../../frontier/frontier-options.ts'
import { withLoadedValues } from '../../result-line.ts'
import type { Database } from '../disk/disk-guard.ts'
import type { ResultFiles } from '../disk/result-files.ts'
import type { BatchRow } from './statements/batches.ts'
import type { Tables } from './tables.ts'

export interface ResultsOptions extends Pick<FrontierOptions, 'notifier' | 'readValue'> {
  readonly tables: Tables
  readonly files: ResultFiles
}

const CHUNK_BYTES = 256 * 1024
const NEWLINE = 0x0a
/** A reader checks for new lines this often even without a notification. */
const POLL_MS = 5000

/**
 * Returns the result lines of a batch: complete lines, in chunks of up to 256 KiB (one longer line makes a
 * longer chunk). Null when there is no such batch. Rejects with `SERVICE_UNAVAILABLE` when the store of a
 * value is unavailable.
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

/** Yields the file as it grows, from the last index entry before the first wanted line. */
async function* wholeLines(
  { tables, files, notifier }: ResultsOptions,
  { id, num }: BatchRow,
  { after, isFollowing, signal: abortSignal }: ResultsQuery,
): AsyncIterable<Buffer> {
  const changes = notifier.subscribe(id)
  abortSignal.addEventListener('abort', changes.close, { once: true })
  let start = tables.resultIndex.before(num, after + 1).start
  try {
    for (;;) {
      const row = tables.batches.get(id)
      if (row === null || abortSignal.aborted) return
      if (start < row.length) {
        const lines = await readLines(files.pathOf(id), start, row.length)
        start += lines.length
        yield lines
      } else if (isFollowing && row.finished_at === null) await changes.next(POLL_MS)
      else return
    }
  } finally {
    abortSignal.removeEventListener('abort', changes.close)
    changes.close()
  }
}

/** Reads complete lines from `start` on, at least one. */
async function readLines(path: string, start: number, end: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    for (let size = CHUNK_BYTES; ; size *= 4) {
      const wanted = Math.min(size, end - start)
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, start)
      const last = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE)
      if (last >= 0) return buffer.subarray(0, last + 1)
      if (wanted === end - start) throw new Error('a result file is shorter than its committed length')
    }
  } finally {
    await file.close()
  }
}

/** Returns the lines with a number above `after`. */
function linesAfter(lines: Buffer, after: number): Buffer {
  let start = 0
  while (start < lines.length && numberOf(lines, start) <= after) start = lines.indexOf(NEWLINE, start) + 1
  return lines.subarray(start)
}

function numberOf(lines: Buffer, start: number): number {
  return Number(/^\{"n":(\d+)/.exec(lines.toString('latin1', start, start + 32))?.[1])
}

export interface SyncOptions {
  readonly database: Database
  readonly tables: Pick<Tables, 'unsyncedLines'>
  readonly files: Pick<ResultFiles, 'sync'>
  /** Milliseconds between two rounds. */
  readonly syncMs: number
  readonly logger: Log
}

/**
 * Syncs the result files periodically. Until then the frontier holds a copy of their last lines, from which a
 * start after a power cut writes them again. The returned function stops it.
 */
export function startSyncing(options: SyncOptions): () => Promise<void> {
  const { syncMs, logger } = options
  return startSteps({
    ...{ logger, failure: 'result files of batches cannot be synced', retryMs: syncMs },
    step: () => syncAll(options).then(() => syncMs),
  })
}

async function syncAll({ database, tables: { unsyncedLines }, files }: SyncOptions): Promise<void> {
  const last = unsyncedLines.last()
  if (last === null) return
  for (const id of unsyncedLines.batches()) await files.sync(id)
  await database.write(() => unsyncedLines.remove(last))
}
