import type { NewRecord } from '#shared/ports/event-log.ts'

/**
 * Throws a RangeError if the record names a partition, and its topic of so many partitions does not have it. The
 * sender is wrong, so a retry does not help.
 */
export function checkPartition({ topic, partition }: NewRecord, partitions: number): void {
  if (partition === undefined) return
  if (Number.isInteger(partition) && partition >= 0 && partition < partitions) return
  throw new RangeError(`${topic} does not have a partition ${partition}: it has ${partitions}`)
}
