import type { ChangedPartitions, EventReader, LogRecord } from '#shared/ports/event-log.ts'
import { outcome } from './event-records.ts'

/** A record of a topic at an offset of a partition, of an external producer unless `more` names a tenant. */
export function recordAt(
  topic: string,
  offset: number,
  more: Readonly<Record<string, string>> = {},
  partition = 0,
): LogRecord {
  const { key, value, headers } = outcome(topic, `${topic} ${offset}`, undefined, more)
  const bytes = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)] as const)
  return {
    topic,
    partition,
    offset,
    key: Buffer.from(key ?? ''),
    value: Buffer.from(value ?? ''),
    headers: Object.fromEntries(bytes),
    timestamp: 0,
  }
}

/** A reader of records that a test holds, in pages of two, which counts its reads. */
export function readerOf(records: LogRecord[]) {
  let notify: (changed: ChangedPartitions) => void = () => undefined
  const ofTopic = (topic: string) => records.filter((record) => record.topic === topic)
  const inPartition = (topic: string, partition: number) =>
    ofTopic(topic).filter((record) => record.partition === partition)
  const reader = {
    reads: 0,
    watchers: 0,
    failure: null as Error | null,
    append(record: LogRecord): void {
      records.push(record)
      notify([record])
    },
    async bounds(topic) {
      const partitions = Math.max(0, ...ofTopic(topic).map(({ partition }) => partition)) + 1
      return Array.from({ length: partitions }, (_, partition) => {
        const offsets = inPartition(topic, partition).map(({ offset }) => offset)
        return { oldest: offsets[0] ?? 0, end: (offsets.at(-1) ?? -1) + 1 }
      })
    },
    async read(topic, partition, offset) {
      reader.reads += 1
      if (reader.failure !== null) throw reader.failure
      const all = inPartition(topic, partition)
      const page = all.filter((record) => record.offset >= offset).slice(0, 2)
      const end = (all.at(-1)?.offset ?? -1) + 1
      if ((page[0]?.offset ?? end) !== offset)
        return { records: [], next: offset, isGone: true, isEnd: false }
      const next = offset + page.length
      return { records: page, next, isGone: false, isEnd: next === end }
    },
    watch(_topics, onChange) {
      reader.watchers += 1
      notify = onChange
      return () => {
        reader.watchers -= 1
      }
    },
  } satisfies EventReader & Record<string, unknown>
  return reader
}
