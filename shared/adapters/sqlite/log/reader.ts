import type { Receiver } from '#shared/ports/event-log.ts'
import type { AdapterLog } from '../../../log.ts'
import type { LogTables, Topic } from './log-tables.ts'
import type { RecordCache } from './record-cache.ts'
import type { PageLimits } from './records-table.ts'

export interface ReaderOptions {
  readonly tables: LogTables
  readonly recordCache: RecordCache
  readonly group: string
  readonly receiver: Receiver
  readonly page: PageLimits
  readonly log: AdapterLog | undefined
}

/** Delay after a failed read or an error of the receiver. The same records are then delivered again. */
const RETRY_MS = 1000

export type Reader = ReturnType<typeof makeReader>

/**
 * Reads the topics that one member owns, page by page, and delivers them to its receiver. Each page gets its
 * own turn of the event loop, so that a large backlog does not block other work.
 */
export function makeReader(options: ReaderOptions) {
  const { tables, group, receiver } = options
  const next = new Map<Topic, number>()
  /** Topics that may have more records than were read, and whether another process may have appended them. */
  let due = new Map<Topic, boolean>()
  const scheduler = coalescingScheduler(readPages)
  let isPaused = false

  function readPages(): void {
    try {
      for (const [topic, isExternal] of [...due]) {
        if (!isPaused && !deliverPage(topic, isExternal, next, options)) due.delete(topic)
      }
      scheduleIfDue()
    } catch (error) {
      const details = { group, error: String(error) }
      options.log?.warn(details, 'Records could not be read or delivered; retrying')
      scheduler.after(RETRY_MS)
    }
  }

  function scheduleIfDue(): void {
    if (!isPaused && due.size > 0) scheduler.soon()
  }

  return {
    /** Replaces the owned topics; reads each from the position of the group. */
    assign(topics: readonly Topic[]): void {
      const positions = topics.map((topic) => ({ topic, position: tables.position(group, topic) }))
      next.clear()
      for (const { topic, position } of positions) next.set(topic, position.offset)
      due = new Map([...next.keys()].map((topic) => [topic, true]))
      receiver.assigned(
        positions.map(({ topic, position }) => ({ topic: topic.name, partition: 0, ...position })),
        topics.map((topic) => tables.partitionBounds(group, topic)),
      )
      scheduleIfDue()
    },
    owns: (topicName: string) => [...next.keys()].some(({ name }) => name === topicName),
    /** There may be records to read in these topics, or in any. `isExternal`: another process may have appended them. */
    wake(topicNames: readonly string[] | 'all', isExternal = true): void {
      for (const topic of next.keys()) {
        const isNamed = topicNames === 'all' || topicNames.includes(topic.name)
        if (isNamed) due.set(topic, isExternal || due.get(topic) === true)
      }
      scheduleIfDue()
    },
    pause(): void {
      isPaused = true
    },
    resume(): void {
      isPaused = false
      scheduleIfDue()
    },
    close(): void {
      next.clear()
    },
  }
}

/**
 * Delivers one page. Returns whether the topic may have more records. Meanwhile the receiver may close or
 * pause the reader, or a new assignment may come.
 */
function deliverPage(
  topic: Topic,
  isExternal: boolean,
  next: Map<Topic, number>,
  options: ReaderOptions,
): boolean {
  const offset = next.get(topic)
  if (offset === undefined) return false
  const { tables, recordCache, page } = options
  const cached = recordCache.page(topic.name, offset, page)
  const { records, isFull } = cached ?? tables.records.page(topic, offset, page)
  const last = records.at(-1)
  if (!last) return false
  options.receiver.received(records)
  if (next.get(topic) !== offset) return true
  next.set(topic, last.offset + 1)
  // Records that another process appended after these are not in the cache: only the table has them.
  return isFull || (isExternal && cached !== null)
}

/** Runs `work` in a later turn of the event loop, once for all requests until then. */
function coalescingScheduler(work: () => void): { soon(): void; after(delayMs: number): void } {
  let isDue = false
  function run(): void {
    isDue = false
    work()
  }
  return {
    soon() {
      if (!isDue) setImmediate(run)
      isDue = true
    },
    after(delayMs) {
      if (!isDue) setTimeout(run, delayMs)
      isDue = true
    },
  }
}
