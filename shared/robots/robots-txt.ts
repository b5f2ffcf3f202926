import { type Line, readLines } from '#shared/robots/lines.ts'
import { type Pattern, parsePattern } from '#shared/robots/pattern.ts'

export interface Rule {
  readonly allows: boolean
  readonly pattern: Pattern
  readonly line: number
  /** The line as written, one octet a character. */
  readonly text: string
}

/** User-agent lines that follow one another, and their rules (RFC 9309, 2.1). */
export interface Group {
  /** Product tokens as written by their lower-case form; `*` is all others. */
  readonly agents: ReadonlyMap<string, string>
  /** As the file has them. */
  readonly rules: readonly Rule[]
}

/** A robots.txt, read. */
export interface RobotsFile {
  readonly groups: readonly Group[]
  /** Seconds by lower-case token. */
  readonly crawlDelays: ReadonlyMap<string, number>
  /** Absolute http(s) URLs, once each. */
  readonly sitemaps: readonly string[]
}

/** RFC 9309, 2.5: what must be parsed at least. What is beyond is ignored. */
export const maxRobotsBytes = 500 * 1024

/**
 * Rules of one file that count, the first of them. A file within the limit of bytes has more only if its lines are shorter
 * than `Disallow: /a`.
 */
export const maxRules = 40_000

/** Sitemaps beyond this number are left out: one index names all that a site can have. */
const maxSitemaps = 1000

interface OpenGroup {
  readonly agents: Map<string, string>
  readonly rules: Rule[]
  /** A rule was seen: the next user-agent line begins another group. */
  hasRules: boolean
  /** Seconds by the number of agents that were named before. */
  readonly delays: Map<number, number>
}

/**
 * Reads a robots.txt as RFC 9309 and Google's parser do: never fails; what is not understood is skipped and does not end a
 * group (2.2.4), rules before the first user-agent line don't count.
 */
export function parseRobotsTxt(bytes: Buffer): RobotsFile {
  const groups: OpenGroup[] = []
  const sitemaps = new Set<string>()
  let rules = 0
  for (const line of readLines(bytes.toString('latin1', 0, maxRobotsBytes))) {
    const group = groups.at(-1)
    if (line.key === 'user-agent') addAgent(groups, line.value)
    else if (line.key === 'sitemap' && sitemaps.size < maxSitemaps) sitemaps.add(line.value)
    else if (line.key === 'crawl-delay') addDelay(group, line.value)
    else if (line.key !== 'other' && group) rules += addRule(group, line, maxRules - rules)
  }
  return { groups, crawlDelays: delaysOf(groups), sitemaps: sitemapUrls(sitemaps) }
}

/** RFC 9309, 2.2.1: the token ends at the first character that none may have. `*` and what follows is all others. */
function addAgent(groups: OpenGroup[], value: string): void {
  const token = /^\*(?=$|[\t\v\f ])|^[A-Za-z_-]*/.exec(value)?.[0] ?? ''
  const last = groups.at(-1)
  const group =
    last && !last.hasRules ? last : { agents: new Map(), rules: [], hasRules: false, delays: new Map() }
  if (group !== last) groups.push(group)
  if (token !== '') group.agents.set(token.toLowerCase(), token)
}

/** The number of rules that the line adds, none without room for one. */
function addRule(group: OpenGroup, line: Line, room: number): number {
  group.hasRules = true
  if (line.value === '' || room <= 0) return 0
  const rule = { allows: line.key === 'allow', line: line.number, text: line.text }
  group.rules.push({ ...rule, pattern: parsePattern(line.value) })
  const folder = rule.allows ? indexFolder(line.value) : null
  if (folder === null) return 1
  group.rules.push({ ...rule, pattern: parsePattern(`${folder}$`) })
  return 2
}

/** Google only: who allows the index page of a folder allows the folder. */
function indexFolder(path: string): string | null {
  const slash = path.lastIndexOf('/')
  return slash >= 0 && path.startsWith('/index.htm', slash) ? path.slice(0, slash + 1) : null
}

/** It holds for the agents named so far, since this line ends no group. */
function addDelay(group: OpenGroup | undefined, value: string): void {
  if (group === undefined || !/^\d{1,9}(\.\d{1,9})?$/.test(value)) return
  const { agents, delays } = group
  delays.set(agents.size, Math.max(delays.get(agents.size) ?? 0, Number(value)))
}

/** Of several delays for an agent the longest counts. */
function delaysOf(groups: readonly OpenGroup[]): Map<string, number> {
  const longest = new Map<string, number>()
  for (const { agents, delays } of groups) {
    let delay: number | undefined
    for (const [index, agent] of [...agents.keys()].map((name, at) => [at, name] as const).reverse()) {
      const own = delays.get(index + 1)
      if (own !== undefined) delay = Math.max(delay ?? 0, own)
      if (delay !== undefined) longest.set(agent, Math.max(longest.get(agent) ?? 0, delay))
    }
  }
  return longest
}

/** The sitemaps protocol asks for absolute URLs; what is none is left out. */
function sitemapUrls(values: ReadonlySet<string>): string[] {
  const urls = [...values].map((value) => URL.parse(Buffer.from(value, 'latin1').toString('utf8')))
  const isWeb = (url: URL | null) => url?.protocol === 'http:' || url?.protocol === 'https:'
  return [...new Set(urls.flatMap((url) => (url && isWeb(url) ? url.href : [])))]
}
