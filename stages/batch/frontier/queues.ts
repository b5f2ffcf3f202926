import { LRUCache } from 'lru-cache'
import { makeSemaphore } from '#shared/async/semaphore.ts'
import { decodeRecord } from '#shared/messages/events/decode-record.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { concurrencyOf } from '#shared/messages/politeness.ts'
import { hostKey } from '#shared/messages/topics.ts'
import type { AddressLookup } from '#shared/politeness/address-limit.ts'
import { type HostGrouping, makeHostGroups } from '#shared/politeness/host-groups.ts'
import type { BatchPoliteness } from '#shared/ports/batch-politeness.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { Frontier } from './frontier.ts'

/**
 * The names of the frontier's queues. URLs that share a rate limit share a queue, so that they do not fill
 * the window.
 */
export interface QueueNames {
  /** The name of a URL's queue in a batch (its id). Clients of the batch may see it. */
  nameOf(url: string, batch?: string): string
  /**
   * Looks up the addresses of hosts where queues depend on them. Never rejects: a host without an address
   * gets a queue of its own.
   */
  resolve(urls: readonly string[]): Promise<void>
}

const TIMEOUT_MS = 2000
/** Concurrent look-ups. */
const MAX_CONCURRENT_LOOKUPS = 50
/** Addresses whose queue is remembered, in all batches. The least recently used entry is dropped first. */
const MAX_ADDRESSES = 20_000

/** Makes the queue names for the configured grouping of hosts. */
export function makeQueueNames(by: HostGrouping, lookups: Pick<Lookups, 'checkTarget'>): QueueNames {
  const groups = makeHostGroups(by, makeAddressLookup(lookups))
  if (by !== 'ip') return { nameOf: (url) => groups.cached(url), resolve: async () => {} }
  const lookUps = makeSemaphore(MAX_CONCURRENT_LOOKUPS)
  const firstHosts = new LRUCache<string, string>({ max: MAX_ADDRESSES })

  /**
   * Clients must see neither addresses nor hosts of others: a queue is named after the first host of its batch that was seen
   * at its address.
   */
  function groupName(group: string, host: string, batch: string): string {
    const key = `${batch} ${group}`
    const name = firstHosts.get(key) ?? host
    firstHosts.set(key, name)
    return name
  }

  return {
    nameOf(url, batch = '') {
      const [group, host] = [groups.cached(url), hostKey(url)]
      return group === host ? host : groupName(group, host, batch)
    },
    async resolve(urls) {
      const unknown = new Map(urls.map((url) => [hostKey(url), url]))
      for (const [host, url] of unknown) if (groups.cached(url) !== host) unknown.delete(host)
      await Promise.all([...unknown.values()].map((url) => lookUps.run(() => groups.of(url))))
    },
  }
}

/** The fetch stage looks up addresses: this component has no access to the network. */
function makeAddressLookup(lookups: Pick<Lookups, 'checkTarget'>): AddressLookup {
  return async (url) => {
    const pending = lookups.checkTarget(url, { timeoutMs: TIMEOUT_MS, lane: 'batch' })
    const decision = await pending.catch(() => null)
    return decision !== null && decision.kind !== 'refused' ? (decision.address ?? null) : null
  }
}

/**
 * Wraps a frontier so that the addresses of hosts are looked up before their URLs are added. Hosts that
 * crawls find are queued by the addresses known then.
 */
export function addressLearningFrontier<Wrapped extends Pick<Frontier, 'addLines' | 'add' | 'defer'>>(
  frontier: Wrapped,
  { resolve }: Pick<QueueNames, 'resolve'>,
): Wrapped {
  return {
    ...frontier,
    async addLines(batch, group) {
      await resolve(group.items.map(({ parameters }) => parameters.url))
      return frontier.addLines(batch, group)
    },
    async add(batch, items) {
      await resolve(items.map(({ parameters }) => parameters.url))
      return frontier.add(batch, items)
    },
    async defer(records) {
      await resolve(records.flatMap(urlOf))
      await frontier.defer(records)
    },
  }
}

function urlOf(record: LogRecord): string[] {
  const read = decodeRecord(record)
  return 'reason' in read ? [] : [describeRequest(read.event, 'batch').url]
}

/** Items of one host in the stages all have their turn in this time, which is well below the lease of an item. */
const LONGEST_WAIT_MS = 600_000
/** One under way, and the next one. */
const LEAST = 2

/**
 * The most items in flight of one host for a batch with these manners: one more than it has requests at a time, and no more than
 * its delay lets through in ten minutes. `usual`: that of other batches. Null = as many as those.
 */
export function mostInFlight(politeness: BatchPoliteness | undefined, usual: number): number | null {
  if (politeness === undefined) return null
  const { delayMs } = politeness
  const concurrency = concurrencyOf(politeness)
  const inTime = Math.max(LEAST, Math.floor(LONGEST_WAIT_MS / Math.max(1, delayMs ?? 0)))
  return Math.min(concurrency === null ? usual : concurrency + 1, inTime)
}
