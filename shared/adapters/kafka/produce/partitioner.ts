import type { NewRecord } from '#shared/ports/event-log.ts'
import type { PartitionMetadata } from '../protocol/metadata-request.ts'

type Key = NewRecord['key']

/**
 * Returns the function that chooses the number of a partition as the clients of Java and of kafkajs do: equal
 * keys go to the same one, and records without a key to one after the other of those that have a leader. It hashes without
 * the numbers of 64 bits that kafkajs computes with.
 */
export function makePartitioner(): (key: Key, partitions: readonly PartitionMetadata[]) => number {
  let next = 0
  return (key, partitions) => {
    if (key !== null) return (murmur2(bytesOf(key)) & 0x7fff_ffff) % partitions.length
    const led = partitions.filter(({ leader }) => leader >= 0)
    next = (next + 1) & 0x7fff_ffff
    return led[next % led.length]?.partitionId ?? next % partitions.length
  }
}

const bytesOf = (key: Buffer | string): Buffer => (typeof key === 'string' ? Buffer.from(key) : key)

const SEED = 0x9747_b28c
const FACTOR = 0x5bd1_e995

/** MurmurHash2 of 32 bits, as `org.apache.kafka.common.utils.Utils` has it; a signed number. */
export function murmur2(bytes: Buffer): number {
  let hash = SEED ^ bytes.length
  const tail = bytes.length & ~3
  for (let at = 0; at < tail; at += 4) {
    const mixed = Math.imul(bytes.readInt32LE(at), FACTOR)
    hash = Math.imul(hash, FACTOR) ^ Math.imul(mixed ^ (mixed >>> 24), FACTOR)
  }
  if (tail < bytes.length) hash = Math.imul(hash ^ bytes.readUIntLE(tail, bytes.length - tail), FACTOR)
  hash = Math.imul(hash ^ (hash >>> 13), FACTOR)
  return hash ^ (hash >>> 15)
}
