import { makeBoundedMap } from '#shared/async/bounded-map.ts'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { RobotsDecision } from '#shared/ports/lookups.ts'
import { matchRobots, robotsUrlOf } from '#shared/robots/match-robots.ts'
import { PRODUCT_TOKEN } from '#shared/user-agents.ts'
import { type ExpiringCache, makeExpiringCache } from '../expiring-cache.ts'
import { holdLastPermit } from '../http/batch-permits.ts'
import type { PermitSource } from '../http/permit-source.ts'
import { makeRedirectState, type RedirectState } from '../http/redirects/redirect-state.ts'
import {
  type OriginRobots,
  type RequestPacing,
  type RobotsReadOptions,
  readOriginRobots,
} from './origin-robots.ts'

export interface Robots {
  /**
   * What the robots.txt of the URL's origin says for the product token. Never rejects because of the site; on the batch lane
   * with ThrottledError when the file has to be asked for and the host's turn has not come.
   */
  decide(url: string, userAgentToken: string, lane: Lane): Promise<RobotsDecision>
  /** Milliseconds between requests that the robots.txt of the URL's origin asks of us; null when it does not, or is unknown. */
  crawlDelayMs(url: string): number | null
}

export interface RobotsOptions extends RobotsReadOptions {
  /** Of the batch lane: it must not wait. */
  readonly permits: PermitSource
  /** Milliseconds that a robots.txt, or that there is none, is remembered. */
  readonly cacheMs: number
  /** The same for one that could not be read. */
  readonly unreachableCacheMs: number
  readonly cacheEntries: number
  /** Bytes that all remembered files may take together. */
  readonly cacheBytes: number
  /** Milliseconds from any fixed point. */
  readonly now?: () => number
}

/** Reads the robots.txt of an origin, as work of the lane. */
type ReadRobots = (robotsUrl: string, lane: Lane) => Promise<OriginRobots>

export function makeRobots(options: RobotsOptions): Robots {
  const { cacheEntries: maxEntries, cacheBytes: maxWeight, now = () => performance.now() } = options
  const cache = makeExpiringCache<OriginRobots>({ maxEntries, maxWeight }, now)
  const readOnce = coalesced(makeReader(options, cache))

  async function siteOfUrl(url: string, lane: Lane): Promise<OriginRobots> {
    const robotsUrl = robotsUrlOf(new URL(url))
    return cache.get(robotsUrl) ?? (await readOnce(robotsUrl, lane))
  }

  return {
    async decide(url, userAgentToken, lane) {
      const site = await siteOfUrl(url, lane)
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

/** Batch work asks for a page one turn later, or more: until then its robots.txt has to be remembered, or it never gets there. */
const MIN_BATCH_CACHE_MS = 300_000

/** What was read is remembered, but for what nobody was asked for. */
function makeReader(options: RobotsOptions, cache: ExpiringCache<OriginRobots>): ReadRobots {
  const redirectStates = makeBoundedMap<RedirectState>(options.cacheEntries)

  async function read(robotsUrl: string, pacing: RequestPacing, leastMs = 0): Promise<OriginRobots> {
    const site = await readOriginRobots(options, robotsUrl, pacing)
    const cacheMs = Math.max(options.cacheMs, leastMs)
    const keepMs = site.state === 'unreachable' ? options.unreachableCacheMs : cacheMs
    if (!site.wasNotRequested) cache.set(robotsUrl, site, { weight: site.weight, keepMs })
    return site
  }

  /** Redirects of a robots.txt take turns too: what was interrupted goes on where it was. */
  async function readPolitely(robotsUrl: string): Promise<OriginRobots> {
    const permits = holdLastPermit(options.permits)
    const redirectState = redirectStates.take(robotsUrl) ?? makeRedirectState(robotsUrl)
    try {
      return await read(robotsUrl, { permits, redirectState }, MIN_BATCH_CACHE_MS)
    } catch (error) {
      if (error instanceof ThrottledError) redirectStates.set(robotsUrl, redirectState)
      throw error
    } finally {
      await permits.release()
    }
  }

  return (robotsUrl, lane) => (lane === 'batch' ? readPolitely(robotsUrl) : read(robotsUrl, {}))
}

/**
 * One request per origin at a time: who asks meanwhile gets its answer. An interactive caller does not wait for what batch work
 * asked, which has to wait for its turns.
 */
function coalesced(read: ReadRobots): ReadRobots {
  const running = {
    interactive: new Map<string, Promise<OriginRobots>>(),
    batch: new Map<string, Promise<OriginRobots>>(),
  }
  return (robotsUrl, lane) => {
    const known = running.interactive.get(robotsUrl) ?? running[lane].get(robotsUrl)
    if (known !== undefined) return known
    const site = read(robotsUrl, lane).finally(() => running[lane].delete(robotsUrl))
    running[lane].set(robotsUrl, site)
    return site
  }
}

/** RFC 9309, 2.3.1.3 and 2.3.1.4: without a file all is allowed, while it is unreachable nothing but itself is. */
export function decideWithoutFile(
  url: string,
  site: { state: 'absent' } | { state: 'unreachable'; status: number | null },
): RobotsDecision {
  const target = new URL(url)
  const robotsUrl = robotsUrlOf(target)
  const { state } = site
  const allowed = state === 'absent' || target.pathname === '/robots.txt'
  const status = state === 'unreachable' && site.status !== null && { status: site.status }
  const nothing = { rule: null, line: null, group: null, crawlDelay: null, sitemaps: [] }
  return { robotsUrl, state, allowed, ...nothing, ...status }
}
