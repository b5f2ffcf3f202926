import type { EventReader } from '#shared/ports/event-log.ts'
import type { JsonEvent } from './event-json.ts'
import type { EventAtOffset, RecordPages } from './record-pages.ts'
import { encodeCursor } from './stream-cursor.ts'
import { type TopicChanges, watchTopicChanges } from './topic-changes.ts'

export interface FeedOptions {
  readonly reader: EventReader
  readonly pages: RecordPages
  /** First offset of each topic. */
  readonly from: ReadonlyMap<string, number>
  /** End offset of each topic; null = follow the log. */
  readonly until: ReadonlyMap<string, number> | null
  /** After this time without an event, an empty batch is sent. */
  readonly heartbeatMs: number
  /** The reader's tenant. It gets the events of this tenant and of external producers. */
  readonly tenant: string
  readonly signal: AbortSignal
}

export interface EventWithCursor {
  readonly event: JsonEvent
  /** Cursor behind this event. */
  readonly cursor: string
}

export interface EventBatch {
  readonly events: readonly EventWithCursor[]
  /** Cursor behind this batch, including events of other tenants. */
  readonly cursor: string
}

/**
 * Reads events in batches, in the order of each topic. An empty batch means that no event is left: at the end of the
 * log, and after each `heartbeatMs` without one. Ends at `until`, when the signal is aborted, and when retention
 * deletes records before a slow reader gets them: the reader learns what it missed when it connects again.
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
  /** Next offset of each topic. */
  readonly positions: Map<string, number>
  /** Time of the last batch. */
  idleSince: number
}

/** Yields all events that are available. Returns false when retention has deleted the next record of a topic. */
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

/** Yields a page's events. Skips a page without any for this reader: an empty batch would mean the end of the log. */
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
