import { makeSemaphore } from '#shared/async/semaphore.ts'
import type { Dispatch } from '../../frontier/frontier.ts'
import type { ShardRunner } from '../runner/shard-runner.ts'

/** A shard that this process owns and whose state is up to date. */
export type OwnedShard = Pick<ShardRunner, 'dispatchExpired' | 'dispatchOf'> & {
  readonly store: Pick<
    ShardRunner['store'],
    | 'shard'
    | 'mayHaveExpired'
    | 'dispatchable'
    | 'countInFlight'
    | 'inFlight'
    | 'takeUnusedQuotas'
    | 'openBatches'
  >
}

/** Batches of one shard that take part in one dispatch. The others follow in the next one. */
const MAX_BATCHES = 16

/** By batch: the shards that may have items of it. */
type Sources = Map<string, OwnedShard[]>

/**
 * Makes a dispatch from shards, in fair order: batches take turns, wherever their items are, and so do the shards of each.
 * The shards together never have more items in flight than their share of the window, which is that of all `count` shards.
 * Expired leases come first.
 */
export function makeFairDispatch(
  owned: () => readonly OwnedShard[],
  window: number,
  count: number,
): (limit: number) => Promise<Dispatch[]> {
  const turns = makeSemaphore(1)
  /** The batch that was last in turn. */
  let last = ''
  /** Moves on with each round, so that no shard is always the first. */
  let start = 0

  async function takeRound(sources: Sources, room: number): Promise<Dispatch[]> {
    const batches = inTurn([...sources.keys()], last).slice(0, room)
    const each = Math.max(1, Math.floor(room / sources.size))
    start += 1
    const taken = batches.map((batch) => takeOf(sources, batch, each, start))
    last = batches.at(-1) ?? last
    return interleave(await Promise.all(taken))
  }

  async function dispatch(limit: number): Promise<Dispatch[]> {
    const found = await takeExpired(owned(), limit)
    // Some may be closed meanwhile.
    const shards = owned()
    const inFlight = shards.reduce((sum, { store }) => sum + store.countInFlight(), 0)
    const share = Math.ceil((window * shards.length) / count)
    const end = found.length + Math.min(limit - found.length, share - inFlight)
    if (end <= found.length) return found
    const sources = sourcesOf(shards)
    while (found.length < end && sources.size > 0)
      found.push(...(await takeRound(sources, end - found.length)))
    return found
  }

  return (limit) => turns.run(() => dispatch(limit))
}

async function takeExpired(shards: readonly OwnedShard[], limit: number): Promise<Dispatch[]> {
  const expired: Dispatch[] = []
  for (const shard of shards.filter(({ store }) => store.mayHaveExpired())) {
    if (expired.length >= limit) break
    expired.push(...(await shard.dispatchExpired(limit - expired.length)))
  }
  return expired
}

function sourcesOf(shards: readonly OwnedShard[]): Sources {
  const sources: Sources = new Map()
  for (const shard of shards)
    for (const batch of shard.store.dispatchable(MAX_BATCHES))
      sources.set(batch, [...(sources.get(batch) ?? []), shard])
  return sources
}

/** Sorts the ids, those after `last` first. */
function inTurn(ids: readonly string[], last: string): string[] {
  const sorted = ids.toSorted()
  return [...sorted.filter((id) => id > last), ...sorted.filter((id) => id <= last)]
}

/** Takes items of a batch from its shards in turn. Forgets the shards that have no more. */
async function takeOf(sources: Sources, batch: string, count: number, start: number): Promise<Dispatch[]> {
  const taken: Dispatch[][] = []
  for (let left = count; left > 0 && sources.has(batch); ) {
    const some = await takeOfSome(sources, batch, left, start)
    taken.push(...some)
    left -= some.flat().length
  }
  return interleave(taken)
}

/** Items that are taken of one shard together: each shard that is asked makes a transaction. */
const TOGETHER = 10

async function takeOfSome(
  sources: Sources,
  batch: string,
  count: number,
  start: number,
): Promise<Dispatch[][]> {
  const shards = sources.get(batch) ?? []
  const asked = Math.min(shards.length, Math.ceil(count / TOGETHER))
  const inOrder = shards.map((_, at) => shards[(start + at) % shards.length] as OwnedShard)
  const wanted = inOrder.slice(0, asked).map((shard, at) => ({ shard, count: shareOf(count, asked, at) }))
  const taken = await Promise.all(wanted.map((one) => one.shard.dispatchOf(batch, one.count)))
  const empty = new Set(wanted.filter((one, at) => taken[at]?.length !== one.count).map(({ shard }) => shard))
  const left = shards.filter((shard) => !empty.has(shard))
  if (left.length > 0) sources.set(batch, left)
  else sources.delete(batch)
  return taken
}

/** The part of `count` that falls to number `at` of `parts`. */
function shareOf(count: number, parts: number, at: number): number {
  return Math.floor(count / parts) + (at < count % parts ? 1 : 0)
}

/** The first of each list, then the second of each, and so on. */
function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat()
}
