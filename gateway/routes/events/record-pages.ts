import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { EventReader } from '#shared/ports/event-log.ts'
import { type JsonEvent, toJsonEvent } from './event-json.ts'

/** Successive records of one topic, at least one. */
export interface RecordPage {
  /** Offset of the first record, and of the record behind the last one. */
  readonly from: number
  readonly next: number
  /** The records that are events. */
  readonly events: readonly EventAtOffset[]
}

export interface EventAtOffset {
  readonly offset: number
  readonly event: JsonEvent
}

/** Cached pages: streams that follow the end of the log read the same ones. */
const MAX_CACHED_PAGES = 16

/** Pages of records, shared by all streams. */
export type RecordPages = ReturnType<typeof makeRecordPages>

/**
 * Reads at most one page in each turn of the event loop, for all streams together, so that other work is not delayed.
 */
export function makeRecordPages(reader: EventReader) {
  const cached = new LRUCache<string, RecordPage>({ max: MAX_CACHED_PAGES })
  let lastTurn: Promise<void> = Promise.resolve()

  async function load(topic: string, offset: number): Promise<RecordPage | null> {
    const records = await reader.read(topic, offset)
    const [first, last] = [records[0], records.at(-1)]
    if (first === undefined || last === undefined) return null
    const events = records.flatMap((record) => {
      const event = toJsonEvent(record)
      return event === null ? [] : [{ offset: record.offset, event }]
    })
    return { from: first.offset, next: last.offset + 1, events }
  }

  return {
    /** Reads the page that begins at the offset, or at the oldest record behind it; null when there is none yet. */
    async read(topic: string, offset: number): Promise<RecordPage | null> {
      lastTurn = lastTurn.then(() => nextTurn())
      await lastTurn
      const name = `${topic} ${offset}`
      const page = cached.get(name) ?? (await load(topic, offset))
      if (page !== null) cached.set(name, page)
      return page
    },
  }
}
