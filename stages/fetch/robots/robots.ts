import { LRUCache } from 'lru-cache'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { RequestOf } from '#shared/politeness/host-rate-limiter.ts'
import type { RobotsDecision } from '#shared/ports/lookups.ts'
import { matchRobots, robotsUrlOf } from '#shared/web/robots/match-robots.ts'
import { PRODUCT_TOKEN } from '#shared/web/user-agents.ts'
import { holdLastPermit, type PermitSource, sharedPermitsOf } from '../http/host-permits.ts'
import { makeRedirectState, type RedirectState } from '../http/redirects.ts'
import {
  type OriginRobots,
  type RequestPacing,
  type RobotsReadOptions,
  readOriginRobots,
  type UnreachableRobots,
} from './origin-robots.ts'

export interface Robots {
  /**
   * Returns what the robots.txt of the URL's origin says for the product token. Never rejects because of the
   * site. On the batch lane it rejects with ThrottledError when the file has to be requested and no permit is
   * available. `work`: what the request of the file is part of; those that need it at a time share one request.
   */
  decide(url: string, userAgentToken: string, lane: Lane, work?: RequestOf): Promise<RobotsDecision>
  /**
   * The crawl delay that the robots.txt of the URL's origin sets for this service, in milliseconds. Null when
   * there is none, or when the file is not known.
   */
  crawlDelayMs(url: string): number | null
}

export interface RobotsOptions extends RobotsReadOptions {
  /** Permits of the batch lane. They must not wait. */
  readonly permits: PermitSource
  /** Milliseconds that a robots.txt, or its absence, is cached. */
  readonly cacheMs: number
  /** Milliseconds that the failure to read a robots.txt is cached. */
  readonly unreachableCacheMs: number
  readonly cacheEntries: number
  /** Bytes of all cached files together. */
  readonly cacheBytes: number
  /** Returns milliseconds since a point before the start. */
  readonly now?: () => number
}

type RobotsCache = LRUCache<string, OriginRobots>

/** Reads the robots.txt of an origin, as work of the lane. */
type ReadRobots = (robotsUrl: string, lane: Lane, work: RequestOf) => Promise<OriginRobots>

/** Makes the reader and cache of robots.txt files. */
export function makeRobots(options: RobotsOptions): Robots {
  const { cacheEntries, cacheBytes, now = () => performance.now() } = options
  const cache: RobotsCache = new LRUCache({
    max: cacheEntries,
    maxSize: cacheBytes,
    sizeCalculation: ({ weight }) => weight,
    ttlResolution: 0,
    perf: { now },
  })
  const readOnce = coalesced(makeReader(options, cache))

  async function siteOfUrl(url: string, lane: Lane, work: RequestOf): Promise<OriginRobots> {
    const robotsUrl = robotsUrlOf(new URL(url))
    return cache.get(robotsUrl) ?? (await readOnce(robotsUrl, lane, work))
  }

  return {
    async decide(url, userAgentToken, lane, work = {}) {
      const site = await siteOfUrl(url, lane, work)
      return site.state === 'found'
        ? matchRobots(site.file, userAgentToken, url)
        : decideWithoutFile(url, site)
    },
    crawlDelayMs(url) {
      const robotsUrl = robotsUrlOf(new URL(url))
      const site = cache.get(robotsUrl)
      if (site?.state !== 'found') return null
      const { crawlDelay } = matchRobots(site.file, PRODUCT_TOKEN, robotsUrl)
      return crawlDelay === null ? null : crawlDelay * 1000
    },
  }
}

/**
 * Batch work requests a page one permit after its robots.txt, or later. The file must stay cached until then,
 * or the page would never be fetched.
 */
const MIN_BATCH_CACHE_MS = 300_000

/** Without a request the result says nothing about the site. */
function isOfSite(site: OriginRobots): boolean {
  return site.state !== 'unreachable' || site.siteFailure !== 'not_requested'
}

/** Caches what was read, unless no request was sent. */
function makeReader(options: RobotsOptions, cache: RobotsCache): ReadRobots {
  const redirectStates = new LRUCache<string, RedirectState>({ max: options.cacheEntries })

  async function read(robotsUrl: string, pacing: RequestPacing, leastMs = 0): Promise<OriginRobots> {
    const site = await readOriginRobots(options, robotsUrl, pacing)
    const cacheMs = Math.max(options.cacheMs, leastMs)
    const ttl = site.state === 'unreachable' ? options.unreachableCacheMs : cacheMs
    if (isOfSite(site)) cache.set(robotsUrl, site, { ttl })
    return site
  }

  /** Redirects of a robots.txt need permits too. An interrupted read continues from its last redirect. */
  async function readPolitely(robotsUrl: string, work: RequestOf): Promise<OriginRobots> {
    const permits = holdLastPermit(sharedPermitsOf(work, options.permits))
    const redirectState = redirectStates.get(robotsUrl) ?? makeRedirectState(robotsUrl)
    redirectStates.delete(robotsUrl)
    try {
      return await read(robotsUrl, { permits, redirectState }, MIN_BATCH_CACHE_MS)
    } catch (error) {
      if (error instanceof ThrottledError) redirectStates.set(robotsUrl, redirectState)
      throw error
    } finally {
      await permits.release()
    }
  }

  return (robotsUrl, lane, work) => (lane === 'batch' ? readPolitely(robotsUrl, work) : read(robotsUrl, {}))
}

/**
 * Coalesces reads: there is one request per origin at a time, and concurrent callers share its result. An
 * interactive caller does not wait for a read of the batch lane, which has to wait for permits.
 */
function coalesced(read: ReadRobots): ReadRobots {
  const running = {
    interactive: new Map<string, Promise<OriginRobots>>(),
    batch: new Map<string, Promise<OriginRobots>>(),
  }
  return (robotsUrl, lane, work) => {
    const known = running.interactive.get(robotsUrl) ?? running[lane].get(robotsUrl)
    if (known !== undefined) return known
    const site = read(robotsUrl, lane, work).finally(() => running[lane].delete(robotsUrl))
    running[lane].set(robotsUrl, site)
    return site
  }
}

/**
 * RFC 9309, sections 2.3.1.3 and 2.3.1.4: without a file everything is allowed; while the file is
 * unreachable, only the file itself is.
 */
export function decideWithoutFile(
  url: string,
  site: { state: 'absent' } | UnreachableRobots,
): RobotsDecision {
  const target = new URL(url)
  const robotsUrl = robotsUrlOf(target)
  const { state } = site
  const allowed = state === 'absent' || target.pathname === '/robots.txt'
  const nothing = { rule: null, line: null, group: null, crawlDelay: null, sitemaps: [] }
  const decision = { robotsUrl, state, allowed, ...nothing }
  if (site.state === 'absent') return decision
  const { status, siteFailure } = site
  return { ...decision, ...(status !== null && { status }), ...(siteFailure && { siteFailure }) }
}
