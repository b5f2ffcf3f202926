import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventReader } from '#shared/ports/event-reader.ts'
import { type JsonEvent, toJsonEvent } from './event-json.ts'

/** Records of one topic that follow one another, at least one. */
export interface RecordPage {
  /** Of the first record and, behind the last one, of where the next page begins. */
  readonly from: number
  readonly next: number
  /** Those of the records that are events. */
  readonly events: readonly EventAtOffset[]
}

export interface EventAtOffset {
  readonly offset: number
  readonly event: JsonEvent
}

/** What all readers read by. */
export interface RecordPages {
  /** The page that begins at the offset, or at the oldest record behind it; null when there is nothing (yet). */
  read(topic: string, offset: number): Promise<RecordPage | null>
}

/** Readers who follow side by side want the same pages: so many are kept. */
const MAX_CACHED_PAGES = 16

/** One page a turn of the event loop, however many readers there are, so that nobody else waits for all of them. */
export function makeRecordPages(reader: EventReader): RecordPages {
  const cached = new Map<string, RecordPage>()
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

  function cache(name: string, page: RecordPage): void {
    cached.set(name, page)
    const [oldest] = cached.keys()
    if (cached.size > MAX_CACHED_PAGES && oldest !== undefined) cached.delete(oldest)
  }

  return {
    async read(topic, offset) {
      lastTurn = lastTurn.then(() => nextTurn())
      await lastTurn
      const name = `${topic} ${offset}`
      const page = cached.get(name) ?? (await load(topic, offset))
      if (page !== null) cache(name, page)
      return page
    },
  }
}
