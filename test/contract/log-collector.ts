import type { LogRecord, PartitionBounds, Position, Receiver } from '#shared/ports/event-log.ts'

/** A receiver that records its calls in order. */
export interface LogCollector extends Receiver {
  readonly records: LogRecord[]
  /** One entry per call of `assigned`. */
  readonly assignments: (readonly Position[])[]
  /** The extents of each call. */
  readonly extents: (readonly PartitionBounds[])[]
  /** True once a record arrived before the first `assigned`. */
  isEarly(): boolean
  /** The values of the records as text, in order of arrival. */
  values(): string[]
  /** The topic's partitions of the last `assigned`, in ascending order. */
  partitions(topic: string): number[]
}

export function logCollector(): LogCollector {
  const records: LogRecord[] = []
  const assignments: (readonly Position[])[] = []
  const extents: (readonly PartitionBounds[])[] = []
  let early = false
  return {
    records,
    assignments,
    extents,
    assigned(positions, there) {
      assignments.push(positions)
      extents.push(there)
    },
    received(page) {
      early ||= assignments.length === 0
      records.push(...page)
    },
    isEarly: () => early,
    values: () => records.map(({ value }) => String(value)),
    partitions(topic) {
      const last = assignments.at(-1) ?? []
      return last
        .filter((position) => position.topic === topic)
        .map(({ partition }) => partition)
        .toSorted((a, b) => a - b)
    },
  }
}

/** The positions after the given records: the commit of a member that has processed all of them. */
export function positionsAfter(records: readonly LogRecord[], metadata = ''): Position[] {
  const last = new Map(records.map((record) => [`${record.topic}/${record.partition}`, record]))
  return [...last.values()].map(({ topic, partition, offset }) => ({
    topic,
    partition,
    offset: offset + 1,
    metadata,
  }))
}
