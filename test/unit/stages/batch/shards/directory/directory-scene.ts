import type { LogRecord } from '#shared/ports/event-log.ts'
import {
  type DirectoryEntry,
  directoryRecord,
  type ShardOwner,
  type ShardSnapshot,
} from '#stages/batch/shards/directory/directory-entries.ts'

/** A snapshot of a shard at a position, with a name that also has `mark`. */
export function snapshotAt(shard: number, position: number, mark = 'a'): ShardSnapshot {
  return { shard, position, object: `frontier/${shard}-${position}-${mark}`, bytes: 4096, version: 1 }
}

/** The owner of a shard that runs on this host. */
export function ownerOn(shard: number, host: string): ShardOwner & { readonly address: string } {
  return { shard, address: `${host}:8080`, instance: `run-of-${host}` }
}

/** The record of an entry, as it is read. */
export function readRecord(entry: DirectoryEntry, offset = 0): LogRecord {
  const { topic, key, value } = directoryRecord(entry)
  const bytes = { key: Buffer.from(key as string), value: Buffer.from(value as string) }
  return { topic, partition: 0, offset, ...bytes, headers: {}, timestamp: 0 }
}
