import { decodeRecord } from '#shared/messages/events/decode-record.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { shardOfUrl } from '#shared/messages/shard-placement.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { Batch, NewItem } from '../../frontier/frontier.ts'
import type { DeferredRecord } from '../commands.ts'
import { homeOf } from '../placement.ts'

/** Things of one shard, in groups of up to `GROUP_BYTES`, with their places in the given list. */
export interface ShardGroup<T> {
  readonly shard: number
  readonly things: readonly T[]
  readonly places: readonly number[]
}

/** Bytes of JSON of the items, lines or records of one command. A larger one is alone. */
const GROUP_BYTES = 256 * 1024
/** Things of one command, which is applied in one transaction. */
const GROUP_SIZE = 500

/** Groups items by their shards: those of a crawl belong to its home. */
export function groupItems(
  { id, crawl }: Batch,
  items: readonly NewItem[],
  shards: number,
): ShardGroup<NewItem>[] {
  const home = homeOf(id, shards)
  const shardOf = ({ parameters }: NewItem) => (crawl === null ? shardOfUrl(parameters.url, shards) : home)
  return group(items, shardOf, (item) => Buffer.byteLength(JSON.stringify(item)))
}

/** Groups lines of a batch, which belong to its home. */
export function groupLines<T>(batch: string, lines: readonly T[], shards: number): ShardGroup<T>[] {
  return group(
    lines,
    () => homeOf(batch, shards),
    (line) => Buffer.byteLength(JSON.stringify(line)),
  )
}

/** Groups deferred requests by the shards of their URLs. Ignores records that are no requests. */
export function groupDeferred(records: readonly LogRecord[], shards: number): ShardGroup<DeferredRecord>[] {
  const requests = records.flatMap((record) => {
    const decoded = decodeRecord(record)
    if ('reason' in decoded) return []
    const { url } = describeRequest(decoded.event, 'batch')
    return [{ record: toDeferred(record), shard: shardOfUrl(url, shards) }]
  })
  return group(
    requests,
    ({ shard }) => shard,
    ({ record }) => bytesOf(record),
  ).map(({ things, ...of }) => ({ ...of, things: things.map(({ record }) => record) }))
}

function toDeferred({ key, value, headers, topic, partition, offset, timestamp }: LogRecord): DeferredRecord {
  return { key, value, headers, topic, partition, offset, timestamp }
}

function bytesOf({ value, headers }: DeferredRecord): number {
  const lengths = Object.entries(headers).map(([name, header]) => name.length + header.length)
  return lengths.reduce((sum, length) => sum + length, value?.length ?? 0)
}

interface FillingGroup {
  readonly group: { readonly things: readonly unknown[] }
  readonly bytes: number
}

const isFull = ({ group: { things }, bytes }: FillingGroup, more: number) =>
  things.length >= GROUP_SIZE || bytes + more > GROUP_BYTES

function group<T>(
  things: readonly T[],
  shardOf: (thing: T) => number,
  sizeOf: (thing: T) => number,
): ShardGroup<T>[] {
  const groups: { shard: number; things: T[]; places: number[] }[] = []
  const current = new Map<number, { readonly group: (typeof groups)[number]; bytes: number }>()
  for (const [place, thing] of things.entries()) {
    const [shard, bytes] = [shardOf(thing), sizeOf(thing)]
    let filling = current.get(shard)
    if (filling === undefined || isFull(filling, bytes)) {
      filling = { group: { shard, things: [], places: [] }, bytes: 0 }
      groups.push(filling.group)
      current.set(shard, filling)
    }
    filling.bytes += bytes
    filling.group.things.push(thing)
    filling.group.places.push(place)
  }
  return groups
}
