import { LRUCache } from 'lru-cache'
import {
  type HostPace,
  type HostWait,
  type KnownWaits,
  makeHostWaits,
} from '#shared/politeness/host-waits.ts'
import type { BatchPace, BatchWait } from '#shared/ports/batch-pace.ts'
import type { BatchPoliteness } from '#shared/ports/batch-politeness.ts'
import type { BatchStatus, HostQueue } from '#shared/ports/batches.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { referenceNow } from '#shared/store/reference-clock.ts'
import type { Frontier } from './frontier.ts'

export interface PaceOptions {
  readonly store: Pick<KeyValues, 'getMany' | 'set'>
  /** The shortest time between two requests to a host, in milliseconds. */
  readonly delayMs: number
}

/** Adds to the status of a batch how fast it is and why it waits, from its start to its end. With as many hosts as are asked for. */
export type StatusWithPace = (id: string, hosts: number | undefined) => Promise<BatchStatus | null>

/** Hosts whose waits are told: those with the most waiting items. */
const MAX_WAITS = 10
/** Hosts of a batch are looked up again after this time: a batch may have many of them. */
const HOSTS_MS = 2000
const MAX_BATCHES = 1000

/** Makes the status with pace, and with what the batch was asked for. */
export function makeStatusWithPace(
  frontier: Pick<Frontier, 'status' | 'batch'>,
  options: PaceOptions,
): StatusWithPace {
  const rates = makeRates()
  const waits = makeHostWaits(options.store)
  const queues = new LRUCache<string, readonly HostQueue[]>({ max: MAX_BATCHES, ttl: HOSTS_MS })

  async function queuesOf(id: string): Promise<readonly HostQueue[]> {
    const known = queues.get(id)
    if (known !== undefined) return known
    const found = (await frontier.status(id, MAX_WAITS))?.hosts ?? []
    queues.set(id, found)
    return found
  }

  async function waitsOf(hosts: readonly HostQueue[], id: string, delays: Delays): Promise<BatchWait[]> {
    const known = await waits.read(hosts.map(({ host }) => host))
    return hosts.flatMap((queue, at) => waitOf(queue, id, known[at], delays) ?? [])
  }

  async function paceOf(status: BatchStatus, politeness: BatchPoliteness | undefined): Promise<BatchPace> {
    const { id, counts, state } = status
    if (state !== 'running') return { pagesPerSecond: 0, etaSeconds: null, waits: [] }
    const pagesPerSecond = rates.of(status, counts.done + counts.failed)
    const delays = delaysOf(politeness, options)
    // Without the store nothing is known of waits; the status itself is.
    const hosts = (await queuesOf(id)).filter(({ waiting, running }) => waiting + running > 0)
    const found = await waitsOf(hosts, id, delays).catch(() => [])
    return { pagesPerSecond, etaSeconds: etaOf(counts, pagesPerSecond, hosts, delays), waits: found }
  }

  return async (id, hosts) => {
    const [status, batch] = await Promise.all([frontier.status(id, hosts), frontier.batch(id)])
    if (status === null || batch === null) return status
    const { parameters, crawl, politeness } = batch
    const requested = { parameters, crawl, ...(politeness && { politeness }) }
    if (status.finishedAt !== null || status.state === 'open') return { ...status, requested }
    return { ...status, requested, pace: await paceOf(status, politeness) }
  }
}

/** The times between two requests of a batch to a host, in milliseconds. */
interface Delays {
  /** The least one of all. */
  readonly usualMs: number
  /** The batch's own, which the pages of a host keep whatever is measured; null = none. */
  readonly ownMs: number | null
  /** Whether the pace of the host that others have makes no difference to it, but for a crawl-delay. */
  readonly isUnthrottled: boolean
}

function delaysOf(politeness: BatchPoliteness | undefined, { delayMs }: PaceOptions): Delays {
  const { delayMs: ownMs = null, isUnthrottled = false } = politeness ?? {}
  const isOwn = ownMs !== null && (isUnthrottled || ownMs > delayMs)
  return { usualMs: isOwn ? ownMs : delayMs, ownMs: isOwn ? ownMs : null, isUnthrottled }
}

/** By the rate, and not before the host with most items has had its delays. Null = it cannot be told. */
function etaOf(
  { waiting, running }: BatchStatus['counts'],
  pagesPerSecond: number,
  hosts: readonly HostQueue[],
  { ownMs }: Delays,
): number | null {
  const byRate = pagesPerSecond > 0 ? Math.ceil((waiting + running) / pagesPerSecond) : null
  const most = Math.max(0, ...hosts.map((host) => host.waiting + host.running - 1))
  const byDelay = Math.ceil((most * (ownMs ?? 0)) / 1000)
  return byDelay > 0 ? Math.max(byRate ?? 0, byDelay) : byRate
}

/** Null = nothing is known that the pages of the host would wait for. */
function waitOf(
  { host, waiting }: HostQueue,
  batch: string,
  known: KnownWaits | undefined,
  { usualMs, isUnthrottled }: Delays,
): BatchWait | null {
  if (known?.wait) return ofResponse(host, batch, known.wait)
  const usual: HostPace | null = usualMs > 0 ? { reason: 'delay', delayMs: usualMs } : null
  const measured = isUnthrottled && known?.pace?.reason === 'delay' ? null : (known?.pace ?? null)
  const pace = measured !== null && measured.delayMs >= usualMs ? measured : usual
  return pace === null || waiting === 0 ? null : ofPace(host, pace)
}

function ofResponse(host: string, batch: string, wait: HostWait): BatchWait {
  const url = wait.batch === batch ? wait.url : null
  const until = new Date(wait.until).toISOString()
  return { host, until, reason: wait.reason, url, status: wait.status, delayMs: null }
}

function ofPace(host: string, { reason, delayMs }: HostPace): BatchWait {
  const until = new Date(referenceNow() + delayMs).toISOString()
  return { host, until, reason, url: null, status: null, delayMs }
}

/** Results that were known at a time, in milliseconds since the epoch. */
interface Sample {
  readonly at: number
  readonly ended: number
}

/** The rate is that of the last minute, of at least three seconds. */
const WINDOW_MS = 60_000
const LEAST_MS = 3000
/** The least time between two samples. */
const SAMPLE_MS = 1000

/** The rates of batches, from the counts that this process was asked for. */
function makeRates() {
  const samples = new LRUCache<string, Sample[]>({ max: MAX_BATCHES })

  return {
    /** Results in a second, to two decimals. */
    of({ id, createdAt }: BatchStatus, ended: number): number {
      const now = Date.now()
      const kept = (samples.get(id) ?? []).filter(({ at }) => now - at <= WINDOW_MS)
      if (now - (kept.at(-1)?.at ?? 0) >= SAMPLE_MS) kept.push({ at: now, ended })
      samples.set(id, kept)
      const first = kept.find(({ at }) => now - at >= LEAST_MS) ?? { at: Date.parse(createdAt), ended: 0 }
      const seconds = Math.max(now - first.at, 1) / 1000
      return Math.round((100 * Math.max(0, ended - first.ended)) / seconds) / 100
    },
  }
}
