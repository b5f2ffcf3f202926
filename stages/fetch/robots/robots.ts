import { Failure } from '#shared/errors.ts'
import type { RobotsVerdict } from '#shared/ports/lookups.ts'
import { matchRobots, robotsUrlOf } from '#shared/robots/match.ts'
import { maxRobotsBytes, parseRobots, type RobotsFile } from '#shared/robots/parse.ts'
import type { HttpClient } from '../http/client.ts'
import type { Fetched } from '../http/page.ts'
import { makeRecent } from './recent.ts'

export interface Robots {
  /** What the robots.txt of the URL's origin says for the product token. Never rejects because of the site. */
  verdict(url: string, userAgentToken: string): Promise<RobotsVerdict>
  /** The status of an answer that put the robots.txt of the URL's origin off (5xx, 429); null when it gave none such. */
  postponedBy(url: string): Promise<number | null>
}

export interface RobotsOptions {
  readonly client: Pick<HttpClient, 'fetchPage'>
  readonly userAgent: string
  /** Milliseconds that a robots.txt, or that there is none, is remembered. */
  readonly cacheMs: number
  /** The same for one that could not be read. */
  readonly unreachableCacheMs: number
  readonly cacheEntries: number
  /** Bytes that all remembered files may take together. */
  readonly cacheBytes: number
  /** Milliseconds for one robots.txt with its redirects. */
  readonly timeoutMs: number
  /** RFC 9309, 2.3.1.2: five at least. */
  readonly maxRedirects: number
  /** Milliseconds from any fixed point. */
  readonly now?: () => number
}

type Site =
  | { readonly state: 'found'; readonly file: RobotsFile; readonly weight: number }
  | { readonly state: 'absent'; readonly weight: number }
  | { readonly state: 'unreachable'; readonly status: number | null; readonly weight: number }

export function makeRobots(options: RobotsOptions): Robots {
  const { cacheEntries: maxEntries, cacheBytes: maxWeight, now = () => performance.now() } = options
  const recent = makeRecent<Site>({ maxEntries, maxWeight }, now)
  const asked = new Map<string, Promise<Site>>()

  async function ask(robotsUrl: string): Promise<Site> {
    const site = await readSite(options, robotsUrl)
    const keepMs = site.state === 'unreachable' ? options.unreachableCacheMs : options.cacheMs
    recent.set(robotsUrl, site, { weight: site.weight, keepMs })
    return site
  }

  /** One request per origin at a time: who asks meanwhile gets its answer. */
  function join(robotsUrl: string): Promise<Site> {
    const running = asked.get(robotsUrl)
    if (running !== undefined) return running
    const site = ask(robotsUrl).finally(() => asked.delete(robotsUrl))
    asked.set(robotsUrl, site)
    return site
  }

  async function siteOfUrl(url: string): Promise<Site> {
    const robotsUrl = robotsUrlOf(new URL(url))
    return recent.get(robotsUrl) ?? (await join(robotsUrl))
  }

  return {
    async verdict(url, userAgentToken) {
      const site = await siteOfUrl(url)
      return site.state === 'found' ? matchRobots(site.file, userAgentToken, url) : unread(url, site.state)
    },
    async postponedBy(url) {
      const site = await siteOfUrl(url)
      return site.state === 'unreachable' ? site.status : null
    },
  }
}

/** RFC 9309, 2.3.1.3 and 2.3.1.4: without a file all is allowed, while it is unreachable nothing but itself is. */
export function unread(url: string, state: 'absent' | 'unreachable'): RobotsVerdict {
  const target = new URL(url)
  const robotsUrl = robotsUrlOf(target)
  const allowed = state === 'absent' || target.pathname === '/robots.txt'
  return { robotsUrl, state, allowed, rule: null, line: null, group: null, crawlDelay: null, sitemaps: [] }
}

async function readSite(options: RobotsOptions, url: string): Promise<Site> {
  const { client, userAgent, timeoutMs, maxRedirects } = options
  try {
    const fetched = await client.fetchPage({
      url,
      userAgent,
      timeoutMs,
      maxRedirects,
      headers: { accept: 'text/plain,*/*;q=0.8' },
      maxBytes: maxRobotsBytes,
      overflow: 'cut',
    })
    return siteOf(fetched)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return isEndlessRedirect(error) ? absent() : unreachable(null)
  }
}

/** RFC 9309, 2.3.1.1 to 2.3.1.4. 429 is one more way to say "not now", as Google has it; odd statuses bring no file. */
function siteOf({ status, body }: Fetched): Site {
  if (status > 499 || status === 429) return unreachable(status)
  if (status < 200 || status > 299) return absent()
  const file = parseRobots(body)
  return { state: 'found', file, weight: weightOf(file, body) }
}

function absent(): Site {
  return { state: 'absent', weight: bytesPer.entry }
}

/** `status` is that of the answer, null when there was none. */
function unreachable(status: number | null): Site {
  return { state: 'unreachable', status, weight: bytesPer.entry }
}

/** RFC 9309, 2.3.1.2: not reached within the redirects that are followed counts as unavailable. */
function isEndlessRedirect({ code, details }: Failure): boolean {
  return (
    code === 'URL_UNREACHABLE' && (details as { reason?: unknown } | null)?.reason === 'too_many_redirects'
  )
}

/** What a remembered entry takes in memory besides its text, about: bytes for itself, a group, a rule, a rule's piece. */
const bytesPer = { entry: 500, group: 500, rule: 200, piece: 16 }

function weightOf({ groups }: RobotsFile, body: Buffer): number {
  const rules = groups.flatMap((group) => group.rules)
  const pieces = rules.reduce((total, { pattern }) => total + pattern.pieces.length, 0)
  const parts = groups.length * bytesPer.group + rules.length * bytesPer.rule + pieces * bytesPer.piece
  return bytesPer.entry + 2 * body.length + parts
}
