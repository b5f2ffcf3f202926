import type { BatchCounts, BatchListing, BatchPage, BatchStatus, HostQueue } from '#shared/ports/batches.ts'
import { homeOf } from '../placement.ts'
import type { Shards } from '../shards.ts'

/**
 * The status of a batch, with up to `hosts` hosts of all its shards. With hosts, an unfinished batch has the counts of the same
 * moment: what its home was told may be some tenths of a second older.
 */
export async function readStatus(
  shards: Pick<Shards, 'count' | 'ask'>,
  id: string,
  hosts = 0,
): Promise<BatchStatus | null> {
  const home = homeOf(id, shards.count)
  const status = await shards.ask(home, 'status', id)
  if (status === null || hosts === 0) return status
  if (status.finishedAt !== null) return { ...status, hosts: [] }
  const of = await shards.ask(home, 'shardsOf', id)
  const parts = await Promise.all(of.map((shard) => shards.ask(shard, 'hosts', id, hosts)))
  return {
    ...status,
    counts: parts.reduce((sum, { counts }) => add(sum, counts), {
      ...NOTHING,
      rejected: status.counts.rejected,
    }),
    hosts: mergeHosts(parts.flatMap((part) => part.hosts)).slice(0, hosts),
  }
}

const NOTHING = { accepted: 0, waiting: 0, running: 0, done: 0, failed: 0 }

function add(sum: BatchCounts, part: typeof NOTHING): BatchCounts {
  return {
    rejected: sum.rejected,
    accepted: sum.accepted + part.accepted,
    waiting: sum.waiting + part.waiting,
    running: sum.running + part.running,
    done: sum.done + part.done,
    failed: sum.failed + part.failed,
  }
}

/** Hosts with one rate limit may have a queue in several shards. */
function mergeHosts(queues: readonly HostQueue[]): HostQueue[] {
  const merged = new Map<string, HostQueue>()
  for (const queue of queues) {
    const other = merged.get(queue.host)
    merged.set(queue.host, other === undefined ? queue : together(queue, other))
  }
  return [...merged.values()].sort((a, b) => b.waiting - a.waiting || (a.host < b.host ? -1 : 1))
}

function together(one: HostQueue, other: HostQueue): HostQueue {
  const restsUntil = [one.restsUntil, other.restsUntil].toSorted().at(-1) ?? one.restsUntil
  return {
    host: one.host,
    waiting: one.waiting + other.waiting,
    running: one.running + other.running,
    restsUntil,
  }
}

/** The newest batches of all shards below the cursor. */
export async function listBatches(
  shards: Pick<Shards, 'count' | 'ask'>,
  listing: BatchListing,
): Promise<BatchPage> {
  const oneMore = { ...listing, limit: listing.limit + 1 }
  const asked = Array.from({ length: shards.count }, (_, shard) => shards.ask(shard, 'list', oneMore))
  const found = (await Promise.all(asked)).flat().sort((a, b) => b.place - a.place)
  const page = found.slice(0, listing.limit)
  const next = found.length > listing.limit ? (page.at(-1)?.place ?? null) : null
  return { batches: page.map(({ summary }) => summary), next }
}
