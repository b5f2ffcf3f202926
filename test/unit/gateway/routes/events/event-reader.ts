import type { EventReader, LogRecord } from '#shared/ports/event-log.ts'
import { outcome } from './event-records.ts'

/** A record of a topic at an offset, of an external producer unless `more` names a tenant. */
export function recordAt(
  topic: string,
  offset: number,
  more: Readonly<Record<string, string>> = {},
): LogRecord {
  const { key, value, headers } = outcome(topic, `${topic} ${offset}`, undefined, more)
  const bytes = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)] as const)
  return {
    topic,
    partition: 0,
    offset,
    key: Buffer.from(key ?? ''),
    value: Buffer.from(value ?? ''),
    headers: Object.fromEntries(bytes),
    timestamp: 0,
  }
}

/** A reader of records that a test holds, in pages of two, which counts its reads. */
export function readerOf(records: LogRecord[]) {
  let notify: (topics: readonly string[] | 'all') => void = () => undefined
  const ofTopic = (topic: string) => records.filter((record) => record.topic === topic)
  const reader = {
    reads: 0,
    watchers: 0,
    append(record: LogRecord): void {
      records.push(record)
      notify([record.topic])
    },
    async bounds(topic) {
      const offsets = ofTopic(topic).map(({ offset }) => offset)
      return { oldest: offsets[0] ?? 0, end: (offsets.at(-1) ?? -1) + 1 }
    },
    async read(topic, offset) {
      reader.reads += 1
      return ofTopic(topic)
        .filter((record) => record.offset >= offset)
        .slice(0, 2)
    },
    watch(onChange) {
      reader.watchers += 1
      notify = onChange
      return () => {
        reader.watchers -= 1
      }
    },
  } satisfies EventReader & Record<string, unknown>
  return reader
}
