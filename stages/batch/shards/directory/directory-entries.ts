import { z } from 'zod'
import { parseJson } from '#shared/messages/json.ts'
import { SHARDS } from '#shared/messages/topics.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'

const count = z.int().min(0)

const snapshotEntry = z.object({
  kind: z.literal('snapshot'),
  shard: count,
  /** Name in the object store. The store adds endings to it. */
  object: z.string().regex(/^frontier\/[A-Za-z0-9][A-Za-z0-9._-]{0,149}$/),
  position: count,
  bytes: count,
  version: count,
})

const ownerEntry = z.object({
  kind: z.literal('owner'),
  shard: count,
  /** A name or an address (an IPv6 one in brackets) and a port; null = nobody owns it any more. */
  address: z
    .string()
    .regex(/^(?:[A-Za-z0-9._-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\]):[0-9]{1,5}$/)
    .nullable(),
  instance: z.string().regex(/^[A-Za-z0-9._:-]{1,200}$/),
})

const directoryEntry = z.discriminatedUnion('kind', [snapshotEntry, ownerEntry])

/** What a record of the topic says about a shard. */
export type DirectoryEntry = z.infer<typeof directoryEntry>

/**
 * A copy of a shard's file in the object store: `position` is the next one of the shard's intake, `bytes` the size of
 * the file, `version` that of its schema.
 */
export type ShardSnapshot = Readonly<Omit<z.infer<typeof snapshotEntry>, 'kind'>>

/** The process that owns a shard: `address` is `host:port` (null = none owns it any more), `instance` differs for each run of a process. */
export type ShardOwner = Readonly<Omit<z.infer<typeof ownerEntry>, 'kind'>>

/** The record of an entry. Throws a ZodError for an entry that nobody could read. */
export function directoryRecord(entry: DirectoryEntry): NewRecord {
  const value = JSON.stringify(directoryEntry.parse(entry))
  return { topic: SHARDS, key: keyOf(entry), value, headers: {} }
}

/** The entry of a record; null when it cannot be read, or has not the key of its entry. Never throws. */
export function readDirectoryRecord({ key, value }: Pick<LogRecord, 'key' | 'value'>): DirectoryEntry | null {
  const { data } = directoryEntry.safeParse(value === null ? null : parseJson(value.toString()))
  return data !== undefined && key?.toString() === keyOf(data) ? data : null
}

function keyOf({ kind, shard }: DirectoryEntry): string {
  return `${kind}/${shard}`
}
