import { Readable } from 'node:stream'
import type { EventReader, TopicBounds } from '#shared/ports/event-log.ts'
import { type EventBatch, type EventWithCursor, type FeedOptions, feed } from './feed.ts'
import type { EventsQuery } from './query.ts'
import { makeRecordPages } from './record-pages.ts'
import { encodeCursor } from './stream-cursor.ts'

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
   * log cannot be read. The body is destroyed when the reader disconnects.
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

/** The first offset of each topic, and the end offsets of a stream that does not follow. */
async function resolveBounds(reader: EventReader, { topics, from: requested, isFollowing }: EventsQuery) {
  const from = new Map<string, number>()
  const ends = new Map<string, number>()
  const missed: string[] = []
  for (const topic of topics) {
    const bounds = await reader.bounds(topic)
    const start = startOffset(topic, bounds, requested)
    const isKept = start >= bounds.oldest && start <= bounds.end
    if (!isKept) missed.push(topic)
    from.set(topic, isKept ? start : bounds.oldest)
    ends.set(topic, bounds.end)
  }
  return { from, until: isFollowing ? null : ends, missed }
}

function startOffset(topic: string, { oldest, end }: TopicBounds, requested: EventsQuery['from']): number {
  if (requested === 'end') return end
  return requested === 'oldest' ? oldest : (requested.get(topic) ?? oldest)
}
