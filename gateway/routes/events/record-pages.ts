import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { EventReader, LogRecord, TopicPartition } from '#shared/ports/event-log.ts'
import { type JsonEvent, toJsonEvent } from './event-json.ts'

/** Successive events of one partition. */
export interface RecordPage {
  /** Offset of the next page. The same as that of this one when there are no records yet. */
  readonly next: number
  /** See `LogPage`. */
  readonly isGone: boolean
  /** The records that are events. */
  readonly events: readonly EventAtOffset[]
  /** Bytes of the values. */
  readonly bytes: number
}

export interface EventAtOffset {
  readonly offset: number
  readonly event: JsonEvent
}

/** Cached pages: streams that follow the end of the log read the same ones. */
const MAX_CACHED_PAGES = 16
const MAX_CACHED_BYTES = 16 * 1024 * 1024

/** Pages of records, shared by all streams. */
export type RecordPages = ReturnType<typeof makeRecordPages>

/**
 * Begins to read at most one page in each turn of the event loop, for all streams together, so that other work is not
 * delayed. Streams at the same place share what is read.
 */
export function makeRecordPages(reader: EventReader) {
  const cached = new LRUCache<string, RecordPage>({
    max: MAX_CACHED_PAGES,
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ bytes }) => bytes + 1,
  })
  const loading = new Map<string, Promise<RecordPage>>()
  let lastTurn: Promise<void> = Promise.resolve()

  function begin(name: string, { topic, partition }: TopicPartition, offset: number): Promise<RecordPage> {
    const page = reader.read(topic, partition, offset).then(toPage)
    const kept = page.then((read) => {
      if (read.next > offset) cached.set(name, read)
      return read
    })
    const ending = kept.finally(() => loading.delete(name))
    loading.set(name, ending)
    return ending
  }

  /**
   * A read that began before the call may lack a record that the caller was told of. Its records count, but not that it
   * has none.
   */
  async function load(name: string, place: TopicPartition, offset: number): Promise<RecordPage> {
    const earlier = loading.get(name)
    if (earlier !== undefined) {
      const page = await earlier.catch(() => null)
      if (page !== null && page.next > offset) return page
    }
    return loading.get(name) ?? begin(name, place, offset)
  }

  return {
    /** Reads the page that begins at the offset. */
    async read(place: TopicPartition, offset: number): Promise<RecordPage> {
      lastTurn = lastTurn.then(() => nextTurn())
      await lastTurn
      const name = `${place.topic}/${place.partition} ${offset}`
      return cached.get(name) ?? load(name, place, offset)
    },
  }
}

function toPage({ records, next, isGone }: Awaited<ReturnType<EventReader['read']>>): RecordPage {
  const events = records.flatMap((record) => {
    const event = toJsonEvent(record)
    return event === null ? [] : [{ offset: record.offset, event }]
  })
  return { next, isGone, events, bytes: bytesOf(records) }
}

function bytesOf(records: readonly LogRecord[]): number {
  return records.reduce((sum, { value }) => sum + (value?.length ?? 0), 0)
}
