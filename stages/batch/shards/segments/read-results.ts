import { setTimeout as sleep } from 'node:timers/promises'
import { abortable } from '#shared/async/timeout.ts'
import { unavailable } from '#shared/errors.ts'
import type { ResultsQuery } from '#shared/ports/batches.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { withLoadedValues } from '../../result-line.ts'
import type { SegmentPage } from '../shard-store.ts'
import type { Shards } from '../shards.ts'
import { openSegments } from './open-segments.ts'
import { segmentLines } from './segment-lines.ts'

export interface ResultsOptions {
  readonly shards: Pick<Shards, 'ask'>
  readonly objects: Pick<ObjectStore, 'open'>
  /** Returns a value from the object store. Null when it is not stored any more. */
  readValue(dataref: string): Promise<string | null>
  /** The home shard of a batch. */
  homeOf(batch: string): number
}

/** Segments that the home is asked for at a time. */
const PAGE_SEGMENTS = 100
/** A reader who follows a batch asks for further segments this often. */
const POLL_MS = 300

/**
 * Returns the result lines of a batch: complete lines, in chunks of up to 256 KiB (one longer line makes a longer chunk).
 * Null when there is no such batch. The lines end when the signal aborts. Rejects with `SERVICE_UNAVAILABLE`, at any line,
 * when the home or the object store is unavailable, when an object is missing, and when the batch is removed meanwhile:
 * lines never end too early without an error.
 */
export async function readResults(
  options: ResultsOptions,
  id: string,
  reading: ResultsQuery,
): Promise<AsyncIterable<Uint8Array> | null> {
  const page = await segmentsAfter(options, id, reading.after)
  return page && untilAborted(reading.signal, chunks(options, id, reading, page))
}

async function* untilAborted<T>(signal: AbortSignal, values: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* values
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function* chunks(
  options: ResultsOptions,
  id: string,
  { after, isFollowing, signal }: ResultsQuery,
  firstPage: SegmentPage,
): AsyncGenerator<Uint8Array> {
  let last = after
  for (let page = firstPage; ; page = await nextPage(options, id, last, signal)) {
    for await (const open of openSegments(options.objects, page.segments, signal)) {
      for await (const lines of segmentLines(open, last)) yield* withLoadedValues(lines, options.readValue)
      last = open.segment.first + open.segment.count - 1
    }
    if (page.isLast) return
    if (page.segments.length > 0) continue
    if (!isFollowing) return
    await sleep(POLL_MS, undefined, { signal })
  }
}

async function nextPage(
  options: ResultsOptions,
  id: string,
  after: number,
  signal: AbortSignal,
): Promise<SegmentPage> {
  const page = await abortable(signal, segmentsAfter(options, id, after))
  if (page === null) throw unavailable('results', new Error('the batch was removed'))
  return page
}

function segmentsAfter(
  { shards, homeOf }: ResultsOptions,
  id: string,
  after: number,
): Promise<SegmentPage | null> {
  return shards.ask(homeOf(id), 'segments', id, after, PAGE_SEGMENTS)
}
