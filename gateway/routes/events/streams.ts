import { Readable } from 'node:stream'
import type { EventReader, TopicBounds } from '#shared/ports/event-reader.ts'
import { type EventBatch, type EventWithCursor, type FeedOptions, feed } from './feed.ts'
import type { EventsQuery } from './query.ts'
import { makeRecordPages } from './record-pages.ts'
import { encodeCursor } from './stream-cursor.ts'

/** How events are written: newline-delimited JSON, or server-sent events (HTML, "Server-sent events"). */
export type EventFormat = 'ndjson' | 'sse'

export interface EventStream {
  readonly body: Readable
  /** Of where it begins, for a reader who goes on before any event has come. */
  readonly cursor: string
  /** Topics whose events behind the cursor are not kept any more: there it begins at the oldest. */
  readonly missed: readonly string[]
  /** Ends it behind what it has given; if its reader does not take that, it is broken off. */
  end(): void
}

export interface EventStreams {
  /**
   * Events of one tenant, and of feeders. Rejects with `SERVICE_UNAVAILABLE` when the log can't be read. The reader's leaving
   * destroys the body.
   */
  open(query: EventsQuery, tenant: string, format: EventFormat): Promise<EventStream>
  /** Ends all streams. */
  close(): void
}

export interface EventStreamsOptions {
  readonly reader: EventReader
  readonly heartbeatMs: number
}

/** How long a reader has for what it was given when its stream ends. */
const FLUSH_MS = 500

type Writer = (page: EventBatch) => string

const writers: Readonly<Record<EventFormat, Writer>> = {
  ndjson: ({ events }) => events.map(({ event, cursor }) => `${event.json(cursor)}\n`).join('') || '\n',
  sse: ({ events, cursor }) => events.map(messageOf).join('') || `:\nid: ${cursor}\n\n`,
}

function messageOf({ event, cursor }: EventWithCursor): string {
  return `id: ${cursor}\nevent: ${event.type}\ndata: ${event.json(cursor)}\n\n`
}

/** Streams of events to any number of readers; each holds one page and what its connection has not taken yet. */
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

/** Where to begin and end in each topic. */
async function resolveBounds(reader: EventReader, { topics, from: query, isFollowing }: EventsQuery) {
  const from = new Map<string, number>()
  const ends = new Map<string, number>()
  const missed: string[] = []
  for (const topic of topics) {
    const bounds = await reader.bounds(topic)
    const start = startOffset(topic, bounds, query)
    const isKept = start >= bounds.oldest && start <= bounds.end
    if (!isKept) missed.push(topic)
    from.set(topic, isKept ? start : bounds.oldest)
    ends.set(topic, bounds.end)
  }
  return { from, until: isFollowing ? null : ends, missed }
}

function startOffset(topic: string, { oldest, end }: TopicBounds, query: EventsQuery['from']): number {
  if (query === 'end') return end
  return query === 'oldest' ? oldest : (query.get(topic) ?? oldest)
}
