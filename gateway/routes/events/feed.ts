import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '#shared/errors.ts'
import type { EventReader, TopicPartition } from '#shared/ports/event-log.ts'
import type { JsonEvent } from './event-json.ts'
import { type PartitionChanges, watchPartitionChanges } from './partition-changes.ts'
import type { EventAtOffset, RecordPages } from './record-pages.ts'
import { encodeCursor } from './stream-cursor.ts'

export interface FeedOptions {
  readonly reader: EventReader
  readonly pages: RecordPages
  /** First offset of each partition of each topic. */
  readonly from: TopicOffsets
  /** End offset of each partition; null = follow the log. */
  readonly until: TopicOffsets | null
  /** After this time without an event, an empty batch is sent. */
  readonly heartbeatMs: number
  /** The reader's tenant. It gets the events of this tenant and of external producers. */
  readonly tenant: string
  readonly signal: AbortSignal
}

/** An offset of each partition of each topic, by partition number. */
export type TopicOffsets = ReadonlyMap<string, readonly number[]>

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

/** Pause before a partition that could not be read is read again. */
const RETRY_MS = 500
/** After so many partitions that could not be read, the others are read first the next time, so that heartbeats are in time. */
const MAX_FAILURES = 3

/**
 * Reads events in batches, in the order of each partition. An empty batch means that no event is left: at the end of the
 * log, and after each `heartbeatMs` without one. Ends at `until`, when the signal is aborted, and when retention
 * deletes records before a slow reader gets them: the reader learns what it missed when it connects again. While the log
 * is unavailable, a feed that follows it waits; another one rejects with `SERVICE_UNAVAILABLE`.
 */
export async function* feed(options: FeedOptions): AsyncGenerator<EventBatch> {
  const { reader, from, until, heartbeatMs, signal } = options
  const counts = new Map([...from].map(([topic, offsets]) => [topic, offsets.length]))
  const changes = watchPartitionChanges(reader, counts, signal)
  const positions = new Map([...from].map(([topic, offsets]) => [topic, [...offsets]]))
  const state: FeedState = { positions, idleSince: Number.NEGATIVE_INFINITY }
  try {
    while (!signal.aborted) {
      const outcome = yield* readAvailable(changes, state, options)
      if (outcome === 'overtaken' || (outcome === 'end' && until !== null)) return
      if (performance.now() - state.idleSince >= heartbeatMs) {
        yield batchOf([], state)
        state.idleSince = performance.now()
      }
      if (outcome === 'unread') await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined)
      else await changes.wait(state.idleSince + heartbeatMs - performance.now())
    }
  } finally {
    changes.close()
  }
}

interface FeedState {
  /** Next offset of each partition. */
  readonly positions: Map<string, number[]>
  /** Time of the last batch. */
  idleSince: number
}

/**
 * Yields all events that are available. The outcome is 'overtaken' when retention has deleted the next record of a
 * partition, and 'unread' when a partition could not be read to its end.
 */
async function* readAvailable(
  changes: PartitionChanges,
  state: FeedState,
  options: FeedOptions,
): AsyncGenerator<EventBatch, 'end' | 'overtaken' | 'unread'> {
  const unread: TopicPartition[] = []
  const postponed: TopicPartition[] = []
  for (const place of changedPartitions(changes, options.signal)) {
    if (unread.length >= MAX_FAILURES) {
      postponed.push(place)
      continue
    }
    const page = await readPage(place, state.positions, options)
    if (page === 'overtaken') return page
    if (page === 'unread') unread.push(place)
    if (typeof page === 'string') continue
    changes.add(place)
    yield* emit(page, state)
  }
  for (const place of [...postponed, ...unread]) changes.add(place)
  return unread.length === 0 ? 'end' : 'unread'
}

/** All changed partitions, and those that change meanwhile, until there is none or the signal is aborted. */
function* changedPartitions(changes: PartitionChanges, signal: AbortSignal): Generator<TopicPartition> {
  for (let taken = changes.takeAll(); taken.length > 0 && !signal.aborted; taken = changes.takeAll())
    yield* taken
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

type PageOutcome = EventWithCursor[] | 'nothing' | 'overtaken' | 'unread'

/** Reads the next page of the partition. A partition that the topic got later is read from its first offset on. */
async function readPage(
  place: TopicPartition,
  positions: Map<string, number[]>,
  { pages, until, tenant }: FeedOptions,
): Promise<PageOutcome> {
  const { topic, partition } = place
  const offsets = positions.get(topic) ?? []
  const at = offsets[partition] ?? 0
  const end = until === null ? Number.POSITIVE_INFINITY : (until.get(topic)?.[partition] ?? 0)
  if (at >= end) return 'nothing'
  const page = await pages.read(place, at).catch((error) => {
    if (until === null && isUnavailable(error)) return null
    throw error
  })
  if (page === null) return 'unread'
  if (page.isGone) return 'overtaken'
  if (page.next === at) return until === null ? 'nothing' : 'unread'
  const isIncluded = ({ offset, event }: EventAtOffset) => offset < end && isVisible(event, tenant)
  const events = page.events.filter(isIncluded).map(({ offset, event }) => {
    offsets[partition] = offset + 1
    return { event, cursor: encodeCursor(positions) }
  })
  offsets[partition] = Math.min(page.next, end)
  return events
}

function isVisible({ tenant: owner }: JsonEvent, tenant: string): boolean {
  return owner === null || owner === tenant
}
