import type { LogRecord } from '#shared/ports/event-log.ts'
import { formerFrontierOf } from '../placement.ts'
import {
  type DirectoryEntry,
  readDirectoryRecord,
  type ShardOwner,
  type ShardSnapshot,
} from './directory-entries.ts'

/** What is known of each shard: at most one snapshot and one owner; of the former frontier, its owner. Nothing at first. */
export class KnownShards {
  readonly #count: number
  readonly #snapshots = new Map<number, ShardSnapshot>()
  readonly #owners = new Map<number, ShardOwner>()
  /** The last snapshots that this process announced. */
  readonly #announced = new Map<number, ShardSnapshot>()
  /** Shards whose snapshot is followed by a record of an older one. */
  readonly #overwritten = new Set<number>()
  readonly #listeners = new Set<(shard: number) => void>()

  /** `count`: the number of shards. */
  constructor(count: number) {
    this.#count = count
  }

  snapshot(shard: number): ShardSnapshot | null {
    return this.#snapshots.get(shard) ?? null
  }

  owner(shard: number): ShardOwner | null {
    return this.#owners.get(shard) ?? null
  }

  /** Takes over what the record says. One that cannot be read, is of no shard or of an older snapshot changes nothing. */
  replace(record: Pick<LogRecord, 'key' | 'value'>): void {
    const entry = readDirectoryRecord(record)
    if (entry === null || !this.#isMeant(entry)) return
    const { kind, ...rest } = entry
    if (!('object' in rest)) this.#owners.set(rest.shard, rest)
    else if (this.#isOlder(rest)) {
      this.#overwritten.add(rest.shard)
      return
    } else {
      this.#overwritten.delete(rest.shard)
      this.#snapshots.set(rest.shard, rest)
    }
    this.#report([rest.shard])
  }

  /** Notes that this process announces the snapshot. Returns false, and notes nothing, when a newer one is known. */
  announce(snapshot: ShardSnapshot): boolean {
    if (this.#isOlder(snapshot)) return false
    this.#announced.set(snapshot.shard, snapshot)
    return true
  }

  /** The snapshots of this process that count, although the last record of their key is another one. */
  overwritten(): ShardSnapshot[] {
    return [...this.#overwritten].flatMap((shard) => {
      const snapshot = this.#announced.get(shard)
      return snapshot !== undefined && snapshot.object === this.snapshot(shard)?.object ? [snapshot] : []
    })
  }

  /** Forgets everything: the topic was created anew. */
  clear(): void {
    const shards = new Set([...this.#snapshots.keys(), ...this.#owners.keys()])
    for (const map of [this.#snapshots, this.#owners, this.#announced]) map.clear()
    this.#overwritten.clear()
    this.#report(shards)
  }

  /** Calls back with each shard that changed, until the returned function is called. */
  onChange(listener: (shard: number) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #isMeant({ kind, shard }: DirectoryEntry): boolean {
    return shard < this.#count || (kind === 'owner' && shard === formerFrontierOf(this.#count))
  }

  #isOlder({ shard, position }: ShardSnapshot): boolean {
    return position < (this.snapshot(shard)?.position ?? 0)
  }

  #report(shards: Iterable<number>): void {
    for (const shard of shards) for (const listener of this.#listeners) listener(shard)
  }
}
