import type { EventReader } from '#shared/ports/event-reader.ts'
import type { JsonEvent } from './event-json.ts'
import type { EventAtOffset, RecordPages } from './record-pages.ts'
import { encodeCursor } from './stream-cursor.ts'
import { type TopicChanges, watchTopicChanges } from './topic-changes.ts'

export interface FeedOptions {
  readonly reader: EventReader
  readonly pages: RecordPages
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

export interface EventWithCursor {
  readonly event: JsonEvent
  /** To go on behind it. */
  readonly cursor: string
}

export interface EventBatch {
  readonly events: readonly EventWithCursor[]
  /** To go on behind all that was given. */
  readonly cursor: string
}

/**
 * Events page by page, each topic in its order. An empty page says that none come: at once, and whenever none came for
 * a while. Ends at `until`, when the signal is aborted, and when retention has overtaken a slow reader, who then learns
 * what it missed when it comes back.
 */
export async function* feed(options: FeedOptions): AsyncGenerator<EventBatch> {
  const { reader, from, until, heartbeatMs, signal } = options
  const changes = watchTopicChanges(reader, [...from.keys()], signal)
  const state: FeedState = { positions: new Map(from), idleSince: Number.NEGATIVE_INFINITY }
  try {
    while (!signal.aborted) {
      const isAtEnd = yield* readAvailable(changes, state, options)
      if (!isAtEnd || until !== null) return
      if (performance.now() - state.idleSince >= heartbeatMs) {
        yield batchOf([], state)
        state.idleSince = performance.now()
      }
      await changes.wait(state.idleSince + heartbeatMs - performance.now())
    }
  } finally {
    changes.close()
  }
}

interface FeedState {
  /** The next record of each topic. */
  readonly positions: Map<string, number>
  /** Since when nothing was given. */
  idleSince: number
}

/** Gives all that there is; answers false when it can't go on where it stands. */
async function* readAvailable(
  changes: TopicChanges,
  state: FeedState,
  options: FeedOptions,
): AsyncGenerator<EventBatch, boolean> {
  for (
    let changedTopics = changes.takeAll();
    changedTopics.length > 0 && !options.signal.aborted;
    changedTopics = changes.takeAll()
  ) {
    for (const topic of changedTopics) {
      const page = await readPage(topic, state.positions, options)
      if (page === 'overtaken') return false
      if (page === 'nothing') continue
      changes.add(topic)
      yield* emit(page, state)
    }
  }
  return true
}

/** A page of which nothing is this reader's is passed over: an empty one would say that there is no more. */
function* emit(page: readonly EventWithCursor[], state: FeedState): Generator<EventBatch> {
  if (page.length === 0) return
  yield batchOf(page, state)
  state.idleSince = performance.now()
}

function batchOf(events: readonly EventWithCursor[], { positions }: FeedState): EventBatch {
  return { events, cursor: encodeCursor(positions) }
}

async function readPage(
  topic: string,
  positions: Map<string, number>,
  { reader, pages, until, tenant }: FeedOptions,
): Promise<EventWithCursor[] | 'nothing' | 'overtaken'> {
  const at = positions.get(topic) ?? 0
  const end = until?.get(topic) ?? Number.POSITIVE_INFINITY
  if (at >= end) return 'nothing'
  const page = await pages.read(topic, at)
  if (page === null) return (await reader.bounds(topic)).oldest > at ? 'overtaken' : 'nothing'
  if (page.from !== at) return 'overtaken'
  const isIncluded = ({ offset, event }: EventAtOffset) => offset < end && isVisible(event, tenant)
  const events = page.events.filter(isIncluded).map(({ offset, event }) => {
    positions.set(topic, offset + 1)
    return { event, cursor: encodeCursor(positions) }
  })
  positions.set(topic, Math.min(page.next, end))
  return events
}

function isVisible({ tenant: owner }: JsonEvent, tenant: string): boolean {
  return owner === null || owner === tenant
}
