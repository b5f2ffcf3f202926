import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventReader } from '#shared/ports/event-reader.ts'
import { type ReadableEvent, readableEvent } from './event-json.ts'

/** Records of one topic that follow one another, at least one. */
export interface Page {
  /** Of the first record and, behind the last one, of where the next page begins. */
  readonly from: number
  readonly next: number
  /** Those of the records that are events. */
  readonly events: readonly PlacedEvent[]
}

export interface PlacedEvent {
  readonly offset: number
  readonly event: ReadableEvent
}

/** What all readers read by. */
export interface Pages {
  /** The page that begins at the offset, or at the oldest record behind it; null when there is nothing (yet). */
  read(topic: string, offset: number): Promise<Page | null>
}

/** Readers who follow side by side want the same pages: so many are kept. */
const KEPT = 16

/** One page a turn of the event loop, however many readers there are, so that nobody else waits for all of them. */
export function makePages(reader: EventReader): Pages {
  const kept = new Map<string, Page>()
  let lastTurn: Promise<void> = Promise.resolve()

  async function load(topic: string, offset: number): Promise<Page | null> {
    const records = await reader.read(topic, offset)
    const [first, last] = [records[0], records.at(-1)]
    if (first === undefined || last === undefined) return null
    const events = records.flatMap((record) => {
      const event = readableEvent(record)
      return event === null ? [] : [{ offset: record.offset, event }]
    })
    return { from: first.offset, next: last.offset + 1, events }
  }

  function keep(name: string, page: Page): void {
    kept.set(name, page)
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
  }

  return {
    async read(topic, offset) {
      lastTurn = lastTurn.then(() => nextTurn())
      await lastTurn
      const name = `${topic} ${offset}`
      const page = kept.get(name) ?? (await load(topic, offset))
      if (page !== null) keep(name, page)
      return page
    },
  }
}
