import { setTimeout as sleep } from 'node:timers/promises'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure, isUnavailable, unavailable } from '#shared/errors.ts'
import type { Lookups, SitemapPage, SitemapSummary } from '#shared/ports/lookups.ts'
import { PRODUCT_TOKEN } from '#shared/web/user-agents.ts'

/** Attempts for a sitemap that does not answer, or whose robots.txt is unreachable. */
const MAX_ATTEMPTS = 3
/** The fetch stage requests an unreachable robots.txt again after 30 s: 7 intervals of 5 s. */
const ROBOTS_INTERVALS = 7
const ROBOTS_UNREACHABLE = 'must not be requested while the robots.txt cannot be read'

export interface SitemapReadPorts {
  readonly lookups: Pick<Lookups, 'listSitemap' | 'checkTarget' | 'robots'>
  readonly signal: AbortSignal
  /** Milliseconds between the first two attempts. */
  readonly retryMs: number
}

/** Consumes the parts of a sitemap. */
export type PartConsumer = (part: SitemapPage) => Promise<void>

/**
 * Reads one sitemap, with several attempts if it does not answer. `makeConsumer` is called for each attempt
 * and returns the consumer of the parts. Waits while no fetch stage answers or the consumer is unavailable.
 * Returns the reason why the sitemap was not read completely, or null.
 */
export async function readSitemap(
  ports: SitemapReadPorts,
  url: string,
  makeConsumer: () => PartConsumer,
): Promise<string | null> {
  for (let attempt = 1; ; ) {
    const end = await tryRead(ports, url, makeConsumer())
    const reason = end === 'unavailable' ? 'unavailable' : await reasonOf(ports, url, end)
    if (end !== 'unavailable') {
      const mayRetry = isTransient(end) || reason === ROBOTS_UNREACHABLE
      if (reason === null || !mayRetry || attempt === MAX_ATTEMPTS) return reason
      attempt += 1
    }
    const intervals = reason === ROBOTS_UNREACHABLE ? ROBOTS_INTERVALS : Math.max(1, (attempt - 1) ** 2)
    await sleep(ports.retryMs * intervals, undefined, { signal: ports.signal })
  }
}

async function reasonOf(ports: SitemapReadPorts, url: string, end: ReadEnd): Promise<string | null> {
  const isRefused = typeof end !== 'string' && end.error === 'refused'
  return isRefused ? refusalReason(ports, url) : failureReason(end)
}

/**
 * The result of an attempt: `late` when its time ran out, `failed` when the look-up failed, `unavailable`
 * when no look-up was possible.
 */
type ReadResult = ReadEnd | 'unavailable'
type ReadEnd = SitemapSummary | 'late' | 'failed'

async function tryRead(
  { lookups, signal }: SitemapReadPorts,
  url: string,
  consume: PartConsumer,
): Promise<ReadResult> {
  const startedAt = performance.now()
  try {
    return await readParts(lookups.listSitemap(url, readBudget, signal), consume)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Failure)) throw error
    if (performance.now() - startedAt >= readBudget.timeoutMs) return 'late'
    return isUnavailable(error) ? 'unavailable' : 'failed'
  }
}

/** Time for one sitemap, including the wait for permits of its host. */
const readBudget = { timeoutMs: 120_000, lane: 'batch' } as const

async function readParts(parts: AsyncIterable<SitemapPage>, consume: PartConsumer): Promise<SitemapSummary> {
  for await (const part of parts) {
    await consume(part)
    if (part.end !== null) return part.end
  }
  throw unavailable('look-ups')
}

/** Returns true when another attempt may succeed. */
function isTransient(end: ReadEnd): boolean {
  if (typeof end === 'string') return true
  const { status, error } = end
  return error === null ? status === 429 || (status ?? 0) >= 500 : error !== 'refused'
}

const checkBudget = { timeoutMs: 5000, lane: 'batch' } as const

/** Finds the reason of a refusal with separate look-ups, since the listing does not tell it. */
async function refusalReason({ lookups, signal }: SitemapReadPorts, url: string): Promise<string> {
  try {
    const target = await lookups.checkTarget(url, checkBudget)
    if (target.kind === 'refused') return `must not be requested: ${target.message}`
    const { state, allowed, line } = await lookups.robots(url, PRODUCT_TOKEN, checkBudget)
    if (state === 'unreachable') return ROBOTS_UNREACHABLE
    if (allowed) return 'leads to an address that must not be requested'
    return `must not be requested by robots.txt${line === null ? '' : ` (line ${line})`}`
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Failure || error instanceof ThrottledError)) throw error
    return 'must not be requested, by robots.txt or by its address'
  }
}

function failureReason(end: ReadEnd): string | null {
  if (end === 'late') return 'was not read in time'
  if (end === 'failed') return 'could not be read'
  const { status, error, fault, isCut, kind, entries } = end
  if (error !== null) return `was not read to its end: ${error}`
  if (status === null || status < 200 || status > 299) return `answered with status ${status}`
  if (fault !== null) return `is no well-formed sitemap: ${fault.message} (line ${fault.line})`
  if (isCut) return `is too large: of ${entries} entries was read`
  return kind === 'other' ? 'is no sitemap' : null
}

/** Sitemaps of one batch, indexes included: as many as the protocol allows one index to name. */
const MAX_SITEMAPS = 50_000
/** Nested indexes below a submitted one. The protocol allows none, sites have them. */
const MAX_DEPTH = 2

/** A sitemap to read. `depth`: indexes above it. */
export interface QueuedSitemap {
  readonly url: string
  readonly depth: number
}

/** The sitemaps of a batch in the order they were named, each once. */
export class SitemapQueue {
  readonly #depths = new Map<string, number>()

  constructor(urls: readonly string[]) {
    for (const url of urls) this.add(url, 0)
  }

  /** Adds a sitemap. Returns the reason why it will not be read; null when it will, or is known. */
  add(written: string, depth: number): string | null {
    const url = URL.parse(written)
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
      return 'is no http or https URL'
    if (depth > MAX_DEPTH) return `has more than ${MAX_DEPTH} indexes above it`
    url.hash = ''
    if (this.#depths.has(url.href)) return null
    if (this.#depths.size >= MAX_SITEMAPS)
      return `comes after ${MAX_SITEMAPS} sitemaps, the most that are read`
    this.#depths.set(url.href, depth)
    return null
  }

  /** All sitemaps, also those that are added meanwhile. */
  *[Symbol.iterator](): Generator<QueuedSitemap> {
    for (const [url, depth] of this.#depths) yield { url, depth }
  }
}
