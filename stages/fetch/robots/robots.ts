import { makeBoundedMap } from '#shared/async/bounded-map.ts'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { RobotsDecision } from '#shared/ports/lookups.ts'
import { matchRobots, robotsUrlOf } from '#shared/robots/match-robots.ts'
import { PRODUCT_TOKEN } from '#shared/user-agents.ts'
import type { Pace } from '../http/pace.ts'
import { makeTrail, type Trail } from '../http/trail.ts'
import { heldPace } from '../pace.ts'
import { makeRecent, type Recent } from './recent.ts'
import { type Manners, readSite, type Site, type SiteOptions } from './site.ts'

export interface Robots {
  /**
   * What the robots.txt of the URL's origin says for the product token. Never rejects because of the site; on the batch lane
   * with ThrottledError when the file has to be asked for and the host's turn has not come.
   */
  verdict(url: string, userAgentToken: string, lane: Lane): Promise<RobotsDecision>
  /** Milliseconds between requests that the robots.txt of the URL's origin asks of us; null when it does not, or is unknown. */
  crawlDelayMs(url: string): number | null
}

export interface RobotsOptions extends SiteOptions {
  /** Of the batch lane: it must not wait. */
  readonly pace: Pace
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
type Read = (robotsUrl: string, lane: Lane) => Promise<Site>

export function makeRobots(options: RobotsOptions): Robots {
  const { cacheEntries: maxEntries, cacheBytes: maxWeight, now = () => performance.now() } = options
  const recent = makeRecent<Site>({ maxEntries, maxWeight }, now)
  const join = joined(makeRead(options, recent))

  async function siteOfUrl(url: string, lane: Lane): Promise<Site> {
    const robotsUrl = robotsUrlOf(new URL(url))
    return recent.get(robotsUrl) ?? (await join(robotsUrl, lane))
  }

  return {
    async verdict(url, userAgentToken, lane) {
      const site = await siteOfUrl(url, lane)
      return site.state === 'found' ? matchRobots(site.file, userAgentToken, url) : unread(url, site)
    },
    crawlDelayMs(url) {
      const robotsUrl = robotsUrlOf(new URL(url))
      const site = recent.get(robotsUrl)
      if (site?.state !== 'found') return null
      const { crawlDelay } = matchRobots(site.file, PRODUCT_TOKEN, robotsUrl)
      return crawlDelay === null ? null : crawlDelay * 1000
    },
  }
}

/** Batch work asks for a page one turn later, or more: until then its robots.txt has to be remembered, or it never gets there. */
const UNTIL_PAGE_MS = 300_000

/** What was read is remembered, but for what nobody was asked for. */
function makeRead(options: RobotsOptions, recent: Recent<Site>): Read {
  const trails = makeBoundedMap<Trail>(options.cacheEntries)

  async function read(robotsUrl: string, manners: Manners, leastMs = 0): Promise<Site> {
    const site = await readSite(options, robotsUrl, manners)
    const cacheMs = Math.max(options.cacheMs, leastMs)
    const keepMs = site.state === 'unreachable' ? options.unreachableCacheMs : cacheMs
    if (!site.isUnasked) recent.set(robotsUrl, site, { weight: site.weight, keepMs })
    return site
  }

  /** Redirects of a robots.txt take turns too: what was interrupted goes on where it was. */
  async function readInTurn(robotsUrl: string): Promise<Site> {
    const pace = heldPace(options.pace)
    const trail = trails.take(robotsUrl) ?? makeTrail(robotsUrl)
    try {
      return await read(robotsUrl, { pace, trail }, UNTIL_PAGE_MS)
    } catch (error) {
      if (error instanceof ThrottledError) trails.set(robotsUrl, trail)
      throw error
    } finally {
      await pace.release()
    }
  }

  return (robotsUrl, lane) => (lane === 'batch' ? readInTurn(robotsUrl) : read(robotsUrl, {}))
}

/**
 * One request per origin at a time: who asks meanwhile gets its answer. An interactive caller does not wait for what batch work
 * asked, which has to wait for its turns.
 */
function joined(read: Read): Read {
  const running = { interactive: new Map<string, Promise<Site>>(), batch: new Map<string, Promise<Site>>() }
  return (robotsUrl, lane) => {
    const known = running.interactive.get(robotsUrl) ?? running[lane].get(robotsUrl)
    if (known !== undefined) return known
    const site = read(robotsUrl, lane).finally(() => running[lane].delete(robotsUrl))
    running[lane].set(robotsUrl, site)
    return site
  }
}

/** RFC 9309, 2.3.1.3 and 2.3.1.4: without a file all is allowed, while it is unreachable nothing but itself is. */
export function unread(
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
