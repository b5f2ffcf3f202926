import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import type { ShardDirectory } from '../directory/shard-directory.ts'
import type { OpenShard, OwnedShards } from './owned-shards.ts'

export interface GiveAwayOptions {
  readonly owned: Pick<OwnedShards<OpenShard>, 'save' | 'handOver'>
  readonly directory: Pick<ShardDirectory, 'owner'>
  /** The number of all shards. */
  readonly count: number
  /** Of this run of the process. */
  readonly instance: string
  /** Leaves the group of the shards. */
  leave(): Promise<void>
  /** Called before that. */
  onLeaving(): void
}

/**
 * Gives the shards of a process that stops to the others, which find them stored. They work on meanwhile. Those that nobody has
 * taken are left while a quarter of `graceMs` milliseconds remains. Where no other process has shards, stores them only.
 */
export async function giveAway(options: GiveAwayOptions, graceMs: number): Promise<void> {
  const { owned } = options
  const end = performance.now() + 0.75 * graceMs
  await withTimeoutOrNull(owned.save(graceMs / 4), graceMs / 4)
  if (!hasOthers(options)) return
  options.onLeaving()
  await Promise.all([options.leave(), owned.handOver(end - performance.now())])
}

function hasOthers({ directory, count, instance }: GiveAwayOptions): boolean {
  const owners = Array.from({ length: count }, (_, shard) => directory.owner(shard))
  return owners.some((owner) => owner !== null && owner.instance !== instance)
}
