import { LRUCache } from 'lru-cache'
import {
  type HostPace,
  type HostWait,
  type KnownWaits,
  makeHostWaits,
} from '#shared/politeness/host-waits.ts'
import type { BatchPace, BatchStatus, BatchWait, HostQueue } from '#shared/ports/batches.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { referenceNow } from '#shared/store/reference-clock.ts'
import type { Frontier } from './frontier.ts'

export interface PaceOptions {
  readonly store: Pick<KeyValues, 'getMany' | 'set'>
  /** The shortest time between two requests to a host, in milliseconds. */
  readonly delayMs: number
}

/** Adds to the status of a batch how fast it is and why it waits, unless it has ended. With as many hosts as are asked for. */
export type StatusWithPace = (id: string, hosts: number | undefined) => Promise<BatchStatus | null>

/** Hosts whose waits are told: those with the most waiting items. */
const MAX_WAITS = 10
/** Hosts of a batch are looked up again after this time: a batch may have many of them. */
const HOSTS_MS = 2000
const MAX_BATCHES = 1000

/** Makes the status with pace. */
export function makeStatusWithPace(frontier: Pick<Frontier, 'status'>, options: PaceOptions): StatusWithPace {
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

  async function waitsOf(id: string): Promise<BatchWait[]> {
    const hosts = (await queuesOf(id)).filter(({ waiting, running }) => waiting + running > 0)
    const known = await waits.read(hosts.map(({ host }) => host))
    return hosts.flatMap((queue, at) => waitOf(queue, id, known[at], options) ?? [])
  }

  return async (id, hosts) => {
    const status = await frontier.status(id, hosts)
    if (status === null || status.finishedAt !== null) return status
    const { done, failed, waiting, running } = status.counts
    const isRunning = status.state === 'running'
    const pagesPerSecond = isRunning ? rates.of(status, done + failed) : 0
    const etaSeconds = pagesPerSecond > 0 ? Math.ceil((waiting + running) / pagesPerSecond) : null
    // Without the store nothing is known of waits; the status itself is.
    const found = isRunning ? await waitsOf(id).catch(() => []) : []
    const pace: BatchPace = { pagesPerSecond, etaSeconds, waits: found }
    return { ...status, pace }
  }
}

/** Null = nothing is known that the pages of the host would wait for. */
function waitOf(
  { host, waiting }: HostQueue,
  batch: string,
  known: KnownWaits | undefined,
  { delayMs }: PaceOptions,
): BatchWait | null {
  if (known?.wait) return ofResponse(host, batch, known.wait)
  const usual: HostPace | null = delayMs > 0 ? { reason: 'delay', delayMs } : null
  const pace = known?.pace ?? usual
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
