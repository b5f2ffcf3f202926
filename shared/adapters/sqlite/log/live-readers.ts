import type { ChangedPartitions, EventReader, LogPage } from '#shared/ports/event-log.ts'
import { type LogTables, runQuery } from './log-tables.ts'
import type { PageLimits } from './records-table.ts'

/**
 * The readers without a group, and the function that wakes them. Pages are small, because a reader writes a page
 * out within the same turn of the event loop.
 */
export function makeLiveReaders(tables: LogTables, limits: PageLimits) {
  const listeners = new Set<(topicNames: readonly string[] | 'all') => void>()
  const reader: EventReader = {
    bounds: async (name) => [tables.topicBounds(tables.topics.get(name))],
    async read(name, partition, offset) {
      return partition === 0 ? readPage(tables, name, offset, limits) : gone(offset)
    },
    watch(topics, onChange) {
      const listener = (names: readonly string[] | 'all') => {
        const changed = changedOf(topics, names)
        if (changed === 'all' || changed.length > 0) onChange(changed)
      }
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

/** The end is read first: another process may append between the two queries, and the page then have some of its records. */
function readPage(tables: LogTables, name: string, offset: number, limits: PageLimits): LogPage {
  const topic = tables.topics.get(name)
  return runQuery(() => {
    const end = tables.topics.end(topic.id)
    const { records } = tables.records.page(topic, offset, limits)
    const isGone = (records[0]?.offset ?? end) !== offset
    const next = (records.at(-1)?.offset ?? offset - 1) + 1
    return isGone ? gone(offset) : { records, next, isGone, isEnd: next === end }
  })
}

const gone = (offset: number): LogPage => ({ records: [], next: offset, isGone: true, isEnd: false })

/** Each topic has one partition. */
function changedOf(topics: readonly string[], names: readonly string[] | 'all'): ChangedPartitions {
  if (names === 'all') return 'all'
  return topics.filter((topic) => names.includes(topic)).map((topic) => ({ topic, partition: 0 }))
}
