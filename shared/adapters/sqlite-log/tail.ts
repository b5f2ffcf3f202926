import type { EventReader } from '#shared/ports/event-reader.ts'
import { reading } from './reading.ts'
import type { PageLimits } from './records.ts'
import type { LogTables } from './tables.ts'

/** Readers without a group, and what wakes them. */
export interface Tail {
  readonly reader: EventReader
  /** There may be something to read in one of these topics, or in any. */
  wake(topicNames: readonly string[] | 'all'): void
  close(): void
}

/** Pages are small: whoever reads them writes them out within the same turn of the event loop. */
export function makeTail(tables: LogTables, page: PageLimits): Tail {
  const listeners = new Set<Parameters<EventReader['watch']>[0]>()

  return {
    reader: {
      bounds: async (name) => tables.bounds(tables.topics.get(name)),
      async read(name, offset) {
        const topic = tables.topics.get(name)
        return reading(() => tables.records.page(topic, offset, page).records)
      },
      watch(onNews) {
        const listener: typeof onNews = (topics) => onNews(topics)
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    wake(topicNames) {
      for (const listener of listeners) listener(topicNames)
    },
    close: () => listeners.clear(),
  }
}
