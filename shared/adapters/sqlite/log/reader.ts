import type { Receiver } from '#shared/ports/event-log.ts'
import type { AdapterLog } from '../../common/adapter-log.ts'
import type { RecordCache } from './record-cache.ts'
import type { LogTables } from './tables/log-tables.ts'
import type { PageLimits } from './tables/records-table.ts'
import type { Topic } from './tables/topics-table.ts'

export interface ReaderOptions {
  readonly tables: LogTables
  readonly recordCache: RecordCache
  readonly group: string
  readonly receiver: Receiver
  readonly page: PageLimits
  readonly log: AdapterLog | undefined
}

/** Reads the topics that one member owns, page by page, and hands them over. */
export interface Reader {
  /** Owns these topics from now on, and reads them from where the group goes on. */
  assign(topics: readonly Topic[]): void
  owns(topicName: string): boolean
  /** There may be something to read in these topics. */
  wake(topicNames: readonly string[] | 'all'): void
  pause(): void
  resume(): void
  close(): void
}

/** After a failed read, or a receiver that threw: the same records come again. */
const RETRY_MS = 1000

/** Between two pages the event loop gets its turn, so that a large backlog does not stop everything else. */
export function makeReader(options: ReaderOptions): Reader {
  const { tables, group, receiver } = options
  const next = new Map<Topic, number>()
  /** Topics that may have more than was read. */
  let due = new Set<Topic>()
  const scheduler = coalescingScheduler(readPages)
  let isPaused = false

  function readPages(): void {
    try {
      for (const topic of [...due]) {
        if (!isPaused && !deliverPage(topic, next, options)) due.delete(topic)
      }
      scheduleIfDue()
    } catch (error) {
      const details = { group, error: String(error) }
      options.log?.warn(details, 'Records could not be read or handed over; again soon')
      scheduler.after(RETRY_MS)
    }
  }

  function scheduleIfDue(): void {
    if (!isPaused && due.size > 0) scheduler.soon()
  }

  return {
    assign(topics) {
      const positions = topics.map((topic) => ({ topic, position: tables.position(group, topic) }))
      next.clear()
      for (const { topic, position } of positions) next.set(topic, position.offset)
      due = new Set(next.keys())
      receiver.assigned(
        positions.map(({ topic, position }) => ({ topic: topic.name, partition: 0, ...position })),
        topics.map((topic) => tables.extent(group, topic)),
      )
      scheduleIfDue()
    },
    owns: (topicName) => [...next.keys()].some(({ name }) => name === topicName),
    wake(topicNames) {
      for (const topic of next.keys()) {
        if (topicNames === 'all' || topicNames.includes(topic.name)) due.add(topic)
      }
      scheduleIfDue()
    },
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
      scheduleIfDue()
    },
    close() {
      next.clear()
    },
  }
}

/** Answers whether there may be more. The receiver may close or pause the reader, or have it assigned anew, meanwhile. */
function deliverPage(topic: Topic, next: Map<Topic, number>, options: ReaderOptions): boolean {
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
  // What another process appended behind these is not remembered: the table alone can tell.
  return isFull || cached !== null
}

/** Runs `work` in a later turn of the event loop, once however often that is asked for until then. */
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
