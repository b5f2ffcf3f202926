import type { EventReader } from '#shared/ports/event-log.ts'
import { type LogTables, runQuery } from './log-tables.ts'
import type { PageLimits } from './records-table.ts'

/**
 * The readers without a group, and the function that wakes them. Pages are small, because a reader writes a page
 * out within the same turn of the event loop.
 */
export function makeLiveReaders(tables: LogTables, page: PageLimits) {
  const listeners = new Set<Parameters<EventReader['watch']>[0]>()
  const reader: EventReader = {
    bounds: async (name) => tables.topicBounds(tables.topics.get(name)),
    async read(name, offset) {
      const topic = tables.topics.get(name)
      return runQuery(() => tables.records.page(topic, offset, page).records)
    },
    watch(onChange) {
      const listener: typeof onChange = (topics) => onChange(topics)
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return {
    reader,
    /** There may be records to read in these topics, or in any. */
    wake(topicNames: readonly string[] | 'all'): void {
      for (const listener of listeners) listener(topicNames)
    },
    close: () => listeners.clear(),
  }
}
