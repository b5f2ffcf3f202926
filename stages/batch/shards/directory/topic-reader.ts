import type { EventReader, LogRecord } from '#shared/ports/event-log.ts'

/** What is made of the records. */
export interface RecordSink {
  replace(record: LogRecord): void
  /** Forgets all records: the topic was created anew. */
  clear(): void
}

/**
 * Reads a compacted topic, each partition from its oldest record on. The returned function reads all that came since its
 * last call, one call at a time. It goes on from the oldest record when those that follow are gone. It rejects with
 * `SERVICE_UNAVAILABLE` while the log is unavailable; the next call goes on.
 */
export function makeTopicReader(events: EventReader, topic: string, sink: RecordSink): () => Promise<void> {
  let positions: number[] = []

  async function restart(partition: number, position: number): Promise<void> {
    const { oldest, end } = (await events.bounds(topic))[partition] ?? { oldest: 0, end: 0 }
    if (end < position) sink.clear()
    positions = end < position ? [] : positions.with(partition, oldest)
  }

  /** Returns whether there may be more. */
  async function readPage(partition: number, position: number): Promise<boolean> {
    const { records, next, isGone, isEnd } = await events.read(topic, partition, position)
    if (isGone) {
      await restart(partition, position)
      return true
    }
    for (const record of records) sink.replace(record)
    positions[partition] = next
    return next > position && !isEnd
  }

  async function readPartitions(): Promise<boolean> {
    if (positions.length === 0) positions = (await events.bounds(topic)).map(({ oldest }) => oldest)
    let hasMore = false
    for (const [partition, position] of [...positions.entries()]) {
      if (positions[partition] !== position) return true
      if (await readPage(partition, position)) hasMore = true
    }
    return hasMore
  }

  return async () => {
    while (await readPartitions());
  }
}
