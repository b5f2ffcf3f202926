import { LRUCache } from 'lru-cache'
import { abortable, withTimeoutOrNull } from '#shared/async/timeout.ts'
import { Failure, isUnavailable } from '#shared/errors.ts'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import type { HttpClient } from '../http/client.ts'
import { type PermitSource, trackPermits } from '../http/host-permits.ts'
import type { PageRequest } from '../http/page-request.ts'
import { failedProbe, type ProbeRequest, toProbeError } from '../http/probe.ts'
import { batchKey } from './caching-client.ts'

export interface FailureMemoryLimits {
  /** Milliseconds. 0 turns the memory off. */
  readonly keepMs: number
  readonly maxEntries: number
  /** Returns milliseconds since a point before the start. */
  readonly now?: () => number
}

/** The time of a probe without a limit: the longest one of a timer. */
const UNLIMITED_MS = 2 ** 31 - 1
/** A target that does not respond for so long is silent. Less time says something about the caller alone. */
const SILENT_MS = 3000

/**
 * Wraps a client so that a batch does not request a URL again that failed for it: that could not be connected to, or was
 * silent. Of probes of one URL for one batch at a time one is sent, and the others wait for it within their time. Requests
 * that were not sent, that need no permit, and those of no batch, are not remembered.
 */
export function rememberFailures(client: HttpClient, limits: FailureMemoryLimits): HttpClient {
  const { keepMs, maxEntries, now = () => performance.now() } = limits
  if (keepMs === 0) return client
  const bounds = { max: maxEntries, ttl: keepMs, ttlResolution: 0, perf: { now } }
  const answers = new LRUCache<string, ProbeAnswer>(bounds)
  const errors = new LRUCache<string, Failure>(bounds)
  const pending = new Map<string, Promise<unknown>>()

  const isLasting = (error: ProbeAnswer['error'], sentAt: number | null) =>
    sentAt !== null && error !== null && (error !== 'timeout' || now() - sentAt >= SILENT_MS)

  async function probe({ key, permits: source }: Remembered, request: ProbeRequest): Promise<ProbeAnswer> {
    const { permits, sentAt } = trackPermits(source, now)
    const answer = await client.probe({ ...request, permits })
    if (isLasting(answer.error, sentAt())) answers.set(key, answer)
    return answer
  }

  /** Sends a probe, while no other one with the key is under way. */
  function probeAlone(of: Remembered, request: ProbeRequest): Promise<ProbeAnswer> {
    const sent = probe(of, request).finally(() => pending.delete(of.key))
    pending.set(of.key, sent)
    return sent
  }

  async function probeOnce(of: Remembered, request: ProbeRequest): Promise<ProbeAnswer> {
    const deadline = now() + (request.timeoutMs ?? UNLIMITED_MS)
    for (let other = pending.get(of.key); other !== undefined; other = pending.get(of.key)) {
      const isOver = await withTimeoutOrNull(settled(other, request.signal), deadline - now())
      if (isOver === null) return failedProbe(request.url, 'timeout')
    }
    return answers.get(of.key) ?? probeAlone(of, { ...request, timeoutMs: Math.max(0, deadline - now()) })
  }

  async function fetchPage({ key, permits: source }: Remembered, request: PageRequest) {
    const known = errors.get(key)
    if (known !== undefined) throw known
    const { permits, sentAt } = trackPermits(source, now)
    try {
      return await client.fetchPage({ ...request, permits })
    } catch (error) {
      const isOfTarget = error instanceof Failure && !isUnavailable(error)
      if (isOfTarget && isLasting(toProbeError(error), sentAt())) errors.set(key, error)
      throw error
    }
  }

  return {
    ...client,
    fetchPage(request) {
      const of = remembered(request)
      return of === null ? client.fetchPage(request) : fetchPage(of, request)
    },
    probe(request) {
      const of = remembered(request)
      return of === null ? client.probe(request) : probeOnce(of, request)
    },
  }
}

interface Remembered {
  readonly key: string
  readonly permits: PermitSource
}

/** Null = the failure of the request is not remembered. */
function remembered(request: PageRequest): Remembered | null {
  const { permits } = request
  const key = batchKey(request)
  return key === null || permits === undefined ? null : { key, permits }
}

/** Resolves when the other one has settled. Rejects with the reason of the signal. */
function settled(other: Promise<unknown>, signal: AbortSignal | undefined): Promise<true> {
  const isOver = other.then(
    () => true as const,
    () => true as const,
  )
  return signal === undefined ? isOver : abortable(signal, isOver)
}
