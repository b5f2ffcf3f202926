import { Readable } from 'node:stream'
import { Failure } from '#shared/errors.ts'
import type { EventReader, OffsetRange } from '#shared/ports/event-log.ts'
import { type EventBatch, type EventWithCursor, type FeedOptions, feed } from './feed.ts'
import type { EventsQuery } from './query.ts'
import { makeRecordPages } from './record-pages.ts'
import { encodeCursor, MAX_CURSOR_LENGTH } from './stream-cursor.ts'

/** Formats of a stream: newline-delimited JSON, or server-sent events (HTML Standard, "Server-sent events"). */
export type EventFormat = 'ndjson' | 'sse'

export interface EventStream {
  readonly body: Readable
  /** Cursor of the start, for a reader that reconnects before the first event. */
  readonly cursor: string
  /** Topics whose events behind the reader's cursor are deleted: there the stream begins at the oldest event. */
  readonly missed: readonly string[]
  /** Ends the stream after the events that were read. Destroys it when the reader does not take them in time. */
  end(): void
}

export interface EventStreams {
  /**
   * Opens a stream of the events of one tenant and of external producers. Rejects with `SERVICE_UNAVAILABLE` when the
   * log cannot be read, and with `VALIDATION_ERROR` when the topics have too many partitions for a cursor. The body is destroyed when the reader disconnects.
   */
  open(query: EventsQuery, tenant: string, format: EventFormat): Promise<EventStream>
  /** Ends all streams. */
  close(): void
}

export interface EventStreamsOptions {
  readonly reader: EventReader
  readonly heartbeatMs: number
}

/** Time for the reader to take the last events when its stream ends. */
const FLUSH_MS = 500
/** A cursor grows while its stream is read. */
const MAX_START_LENGTH = MAX_CURSOR_LENGTH / 2

type Writer = (batch: EventBatch) => string

const writers: Readonly<Record<EventFormat, Writer>> = {
  ndjson: ({ events }) => events.map(({ event, cursor }) => `${event.json(cursor)}\n`).join('') || '\n',
  sse: ({ events, cursor }) => events.map(messageOf).join('') || `:\nid: ${cursor}\n\n`,
}

function messageOf({ event, cursor }: EventWithCursor): string {
  return `id: ${cursor}\nevent: ${event.type}\ndata: ${event.json(cursor)}\n\n`
}

/**
 * Makes streams for any number of readers. Each holds one batch of events, besides what its connection has buffered.
 */
export function makeEventStreams({ reader, heartbeatMs }: EventStreamsOptions): EventStreams {
  const pages = makeRecordPages(reader)
  const open = new Map<Readable, () => void>()

  function streamOf(options: Omit<FeedOptions, 'signal'>, write: Writer): Pick<EventStream, 'body' | 'end'> {
    const stopping = new AbortController()
    const batches = feed({ ...options, signal: stopping.signal })
    const body = new Readable({
      read: () => void batches.next().then(push).catch(fail),
      destroy(error, done) {
        stopping.abort()
        open.delete(body)
        batches.return(undefined).then(() => done(error), done)
      },
    })
    const push = ({ done, value }: IteratorResult<EventBatch>) => body.push(done ? null : write(value))
    const fail = (error: Error) => body.destroy(error)
    const end = () => {
      stopping.abort()
      setTimeout(() => body.destroy(), FLUSH_MS).unref()
    }
    open.set(body, end)
    return { body, end }
  }

  return {
    async open(query, tenant, format) {
      const { from, until, missed } = await resolveBounds(reader, query)
      const stream = streamOf({ reader, pages, from, until, heartbeatMs, tenant }, writers[format])
      return { ...stream, cursor: encodeCursor(from), missed }
    },
    close() {
      for (const end of open.values()) end()
    },
  }
}

/** The first offset of each partition, and the end offsets of a stream that does not follow. */
async function resolveBounds(reader: EventReader, { topics, from: requested, isFollowing }: EventsQuery) {
  const ranges = await Promise.all(topics.map((topic) => reader.bounds(topic)))
  const starts = topics.map((topic, index) => startsOf(ranges[index] ?? [], positionsOf(topic, requested)))
  const from = new Map(topics.map((topic, index) => [topic, starts[index]?.offsets ?? []]))
  const ends = topics.map((topic, index) => [topic, ranges[index]?.map(({ end }) => end) ?? []] as const)
  if (encodeCursor(from).length > MAX_START_LENGTH) throw tooManyPartitions()
  const missed = topics.filter((_, index) => starts[index]?.isMissed)
  return { from, until: isFollowing ? null : new Map(ends), missed }
}

type Requested = readonly (number | undefined)[] | 'oldest' | 'end'

function positionsOf(topic: string, requested: EventsQuery['from']): Requested {
  return typeof requested === 'string' ? requested : (requested.get(topic) ?? 'oldest')
}

/**
 * The offset at which each partition starts, and whether records behind a requested offset are missing: then it starts at
 * the oldest record, as a partition without a requested offset does.
 */
function startsOf(ranges: readonly OffsetRange[], requested: Requested) {
  const wanted = ranges.map(({ oldest, end }, partition) => {
    if (requested === 'end') return end
    return requested === 'oldest' ? oldest : (requested[partition] ?? oldest)
  })
  const isKept = ({ oldest, end }: OffsetRange, at: number) => at >= oldest && at <= end
  const offsets = ranges.map((range, partition) => {
    const at = wanted[partition] ?? range.oldest
    return isKept(range, at) ? at : range.oldest
  })
  const hasOthers = Array.isArray(requested) && requested.length > ranges.length
  return { offsets, isMissed: hasOthers || offsets.some((offset, partition) => offset !== wanted[partition]) }
}

function tooManyPartitions(): Failure {
  const reason = 'has too many partitions for one cursor; ask for fewer topics'
  return new Failure('VALIDATION_ERROR', `topics ${reason}`, { details: { parameter: 'topics', reason } })
}
