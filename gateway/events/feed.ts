import type { EventReader } from '#shared/ports/event-reader.ts'
import { cursorOf } from './cursor.ts'
import type { ReadableEvent } from './event-json.ts'
import { type News, watchNews } from './news.ts'
import type { Pages, PlacedEvent } from './pages.ts'

export interface FeedOptions {
  readonly reader: EventReader
  readonly pages: Pages
  /** Where to begin in each topic. */
  readonly from: ReadonlyMap<string, number>
  /** Where to end in each topic; null = go on as events come. */
  readonly until: ReadonlyMap<string, number> | null
  /** After so long without an event, an empty page is given. */
  readonly heartbeatMs: number
  /** Whose events are given, besides those of feeders; all others are passed over. */
  readonly tenant: string
  readonly signal: AbortSignal
}

export interface FedEvent {
  readonly event: ReadableEvent
  /** To go on behind it. */
  readonly cursor: string
}

export interface FedPage {
  readonly events: readonly FedEvent[]
  /** To go on behind all that was given. */
  readonly cursor: string
}

/**
 * Events page by page, each topic in its order. An empty page says that none come: at once, and whenever none came for
 * a while. Ends at `until`, when the signal is aborted, and when retention has overtaken a slow reader, who then learns
 * what it missed when it comes back.
 */
export async function* feed(options: FeedOptions): AsyncGenerator<FedPage> {
  const { reader, from, until, heartbeatMs, signal } = options
  const news = watchNews(reader, [...from.keys()], signal)
  const place: Place = { positions: new Map(from), silentFrom: Number.NEGATIVE_INFINITY }
  try {
    while (!signal.aborted) {
      const isAtEnd = yield* backlog(news, place, options)
      if (!isAtEnd || until !== null) return
      if (performance.now() - place.silentFrom >= heartbeatMs) {
        yield pageOf([], place)
        place.silentFrom = performance.now()
      }
      await news.come(place.silentFrom + heartbeatMs - performance.now())
    }
  } finally {
    news.close()
  }
}

interface Place {
  /** The next record of each topic. */
  readonly positions: Map<string, number>
  /** Since when nothing was given. */
  silentFrom: number
}

/** Gives all that there is; answers false when it can't go on where it stands. */
async function* backlog(news: News, place: Place, options: FeedOptions): AsyncGenerator<FedPage, boolean> {
  for (let due = news.take(); due.length > 0 && !options.signal.aborted; due = news.take()) {
    for (const topic of due) {
      const page = await readPage(topic, place.positions, options)
      if (page === 'overtaken') return false
      if (page === 'nothing') continue
      news.add(topic)
      yield* given(page, place)
    }
  }
  return true
}

/** A page of which nothing is this reader's is passed over: an empty one would say that there is no more. */
function* given(page: readonly FedEvent[], place: Place): Generator<FedPage> {
  if (page.length === 0) return
  yield pageOf(page, place)
  place.silentFrom = performance.now()
}

function pageOf(events: readonly FedEvent[], { positions }: Place): FedPage {
  return { events, cursor: cursorOf(positions) }
}

async function readPage(
  topic: string,
  positions: Map<string, number>,
  { reader, pages, until, tenant }: FeedOptions,
): Promise<FedEvent[] | 'nothing' | 'overtaken'> {
  const at = positions.get(topic) ?? 0
  const end = until?.get(topic) ?? Number.POSITIVE_INFINITY
  if (at >= end) return 'nothing'
  const page = await pages.read(topic, at)
  if (page === null) return (await reader.bounds(topic)).oldest > at ? 'overtaken' : 'nothing'
  if (page.from !== at) return 'overtaken'
  const isWanted = ({ offset, event }: PlacedEvent) => offset < end && isVisible(event, tenant)
  const events = page.events.filter(isWanted).map(({ offset, event }) => {
    positions.set(topic, offset + 1)
    return { event, cursor: cursorOf(positions) }
  })
  positions.set(topic, Math.min(page.next, end))
  return events
}

function isVisible({ tenant: owner }: ReadableEvent, tenant: string): boolean {
  return owner === null || owner === tenant
}
