import type { EventReader, LogRecord, NewRecord, RecordPlace } from '#shared/ports/event-log.ts'
import { asRead } from '../../../shared/messages/log-record.ts'

/** Topics in memory. */
export interface MemoryLog {
  /** A record goes to the partition that it names, or else to the first. */
  append(records: readonly PlacedRecord[]): Promise<readonly RecordPlace[]>
  readonly events: Pick<EventReader, 'bounds' | 'read'>
  /** The places of all reads, as `topic/partition/offset`. */
  readonly reads: readonly string[]
  /** Removes the records of a partition before the offset. */
  remove(topic: string, partition: number, before: number): void
  /** Makes the topic anew, without records. */
  renew(topic: string, partitions: number): void
}

type PlacedRecord = NewRecord & { readonly partition?: number }

interface Partition {
  oldest: number
  readonly records: LogRecord[]
}

const emptyPartitions = (count: number): Partition[] =>
  Array.from({ length: count }, () => ({ oldest: 0, records: [] }))

/** Every topic has so many partitions; a page has up to `pageRecords` records. */
export function memoryLog({ partitions = 3, pageRecords = 4 } = {}): MemoryLog {
  const topics = new Map<string, Partition[]>()
  const reads: string[] = []

  function partitionsOf(topic: string): Partition[] {
    const known = topics.get(topic) ?? emptyPartitions(partitions)
    topics.set(topic, known)
    return known
  }
  const partitionOf = (topic: string, partition: number) => partitionsOf(topic)[partition] as Partition

  function add(record: PlacedRecord): RecordPlace {
    const { topic, partition = 0 } = record
    const { records } = partitionOf(topic, partition)
    const place = { topic, partition, offset: records.length }
    records.push({ ...asRead(record), ...place, timestamp: Date.now() })
    return place
  }

  return {
    reads,
    append: async (records) => records.map(add),
    remove(topic, partition, before) {
      partitionOf(topic, partition).oldest = before
    },
    renew: (topic, count) => void topics.set(topic, emptyPartitions(count)),
    events: {
      bounds: async (topic) =>
        partitionsOf(topic).map(({ oldest, records }) => ({ oldest, end: records.length })),
      async read(topic, partition, offset) {
        reads.push(`${topic}/${partition}/${offset}`)
        const { oldest, records: all } = partitionOf(topic, partition)
        if (offset < oldest || offset > all.length)
          return { records: [], next: offset, isGone: true, isEnd: false }
        const records = all.slice(offset, offset + pageRecords)
        const next = offset + records.length
        return { records, next, isGone: false, isEnd: next === all.length }
      },
    },
  }
}
