import { Readable } from 'node:stream'
import type { EventReader, TopicBounds } from '#shared/ports/event-reader.ts'
import type { AskedEvents } from './asked.ts'
import { cursorOf } from './cursor.ts'
import { type FedEvent, type FedPage, type FeedOptions, feed } from './feed.ts'
import { makePages } from './pages.ts'

/** How events are written: newline-delimited JSON, or server-sent events (HTML, "Server-sent events"). */
export type EventFormat = 'ndjson' | 'sse'

export interface OpenedStream {
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
  open(asked: AskedEvents, tenant: string, format: EventFormat): Promise<OpenedStream>
  /** Ends all streams. */
  close(): void
}

export interface EventStreamsOptions {
  readonly reader: EventReader
  readonly heartbeatMs: number
}

/** How long a reader has for what it was given when its stream ends. */
const LAST_PAGE_MS = 500

type Writer = (page: FedPage) => string

const writers: Readonly<Record<EventFormat, Writer>> = {
  ndjson: ({ events }) => events.map(({ event, cursor }) => `${event.json(cursor)}\n`).join('') || '\n',
  sse: ({ events, cursor }) => events.map(messageOf).join('') || `:\nid: ${cursor}\n\n`,
}

function messageOf({ event, cursor }: FedEvent): string {
  return `id: ${cursor}\nevent: ${event.type}\ndata: ${event.json(cursor)}\n\n`
}

/** Streams of events to any number of readers; each holds one page and what its connection has not taken yet. */
export function makeEventStreams({ reader, heartbeatMs }: EventStreamsOptions): EventStreams {
  const pages = makePages(reader)
  const open = new Map<Readable, () => void>()

  function streamOf(options: Omit<FeedOptions, 'signal'>, write: Writer): Pick<OpenedStream, 'body' | 'end'> {
    const ending = new AbortController()
    const fed = feed({ ...options, signal: ending.signal })
    const body = new Readable({
      read: () => void fed.next().then(give).catch(broken),
      destroy(error, done) {
        ending.abort()
        open.delete(body)
        fed.return(undefined).then(() => done(error), done)
      },
    })
    const give = ({ done, value }: IteratorResult<FedPage>) => body.push(done ? null : write(value))
    const broken = (error: Error) => body.destroy(error)
    const end = () => {
      ending.abort()
      setTimeout(() => body.destroy(), LAST_PAGE_MS).unref()
    }
    open.set(body, end)
    return { body, end }
  }

  return {
    async open(asked, tenant, format) {
      const { from, until, missed } = await boundsOf(reader, asked)
      const stream = streamOf({ reader, pages, from, until, heartbeatMs, tenant }, writers[format])
      return { ...stream, cursor: cursorOf(from), missed }
    },
    close() {
      for (const end of open.values()) end()
    },
  }
}

/** Where to begin and end in each topic. */
async function boundsOf(reader: EventReader, { topics, from: asked, isFollowing }: AskedEvents) {
  const from = new Map<string, number>()
  const ends = new Map<string, number>()
  const missed: string[] = []
  for (const topic of topics) {
    const bounds = await reader.bounds(topic)
    const wanted = wantedOf(topic, bounds, asked)
    const isKept = wanted >= bounds.oldest && wanted <= bounds.end
    if (!isKept) missed.push(topic)
    from.set(topic, isKept ? wanted : bounds.oldest)
    ends.set(topic, bounds.end)
  }
  return { from, until: isFollowing ? null : ends, missed }
}

function wantedOf(topic: string, { oldest, end }: TopicBounds, asked: AskedEvents['from']): number {
  if (asked === 'end') return end
  return asked === 'oldest' ? oldest : (asked.get(topic) ?? oldest)
}
