import { type Pattern, parsePattern } from '#shared/web/robots/pattern.ts'

export interface Rule {
  readonly allows: boolean
  readonly pattern: Pattern
  readonly line: number
  /** The line as written, one octet per character. */
  readonly text: string
}

/** Consecutive user-agent lines and their rules (RFC 9309, section 2.1). */
export interface Group {
  /** Product tokens as written, by their lower-case form; `*` = all others. */
  readonly agents: ReadonlyMap<string, string>
  /** In the order of the file. */
  readonly rules: readonly Rule[]
}

/** A parsed robots.txt. */
export interface RobotsFile {
  readonly groups: readonly Group[]
  /** Seconds by lower-case token. */
  readonly crawlDelays: ReadonlyMap<string, number>
  /** Absolute http(s) URLs, without duplicates. */
  readonly sitemaps: readonly string[]
}

/** The size that must be parsed at least (RFC 9309, section 2.5). Further bytes are ignored. */
export const maxRobotsBytes = 500 * 1024

/**
 * The most rules of one file; further ones are ignored. A file within the size limit has more only if its
 * lines are shorter than `Disallow: /a`.
 */
export const maxRules = 40_000

/** The most sitemaps of one file; further ones are ignored. One index can list every sitemap of a site. */
const maxSitemaps = 1000

interface OpenGroup {
  readonly agents: Map<string, string>
  readonly rules: Rule[]
  /** The group has a rule, so the next user-agent line starts another group. */
  hasRules: boolean
  /** Seconds by the number of agents named before the line. */
  readonly delays: Map<number, number>
}

/**
 * Parses a robots.txt like RFC 9309 and Google's parser. Never fails: unknown lines are skipped and do not
 * end a group (section 2.2.4), and rules before the first user-agent line are ignored.
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

/**
 * The token ends at the first character that is not allowed in it (RFC 9309, section 2.2.1). `*`, alone or
 * before white space, means all other agents.
 */
function addAgent(groups: OpenGroup[], value: string): void {
  const token = /^\*(?=$|[\t\v\f ])|^[A-Za-z_-]*/.exec(value)?.[0] ?? ''
  const last = groups.at(-1)
  const group =
    last && !last.hasRules ? last : { agents: new Map(), rules: [], hasRules: false, delays: new Map() }
  if (group !== last) groups.push(group)
  if (token !== '') group.agents.set(token.toLowerCase(), token)
}

/** Adds the rule of a line. Returns the number of rules added: 0 if the line is empty or there is no room. */
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

/** As in Google's parser: a rule that allows the index page of a folder also allows the folder. */
function indexFolder(path: string): string | null {
  const slash = path.lastIndexOf('/')
  return slash >= 0 && path.startsWith('/index.htm', slash) ? path.slice(0, slash + 1) : null
}

/** Adds a crawl delay. It applies to the agents named so far, since the line does not end the group. */
function addDelay(group: OpenGroup | undefined, value: string): void {
  if (group === undefined || !/^\d{1,9}(\.\d{1,9})?$/.test(value)) return
  const { agents, delays } = group
  delays.set(agents.size, Math.max(delays.get(agents.size) ?? 0, Number(value)))
}

/** The crawl delay of each agent; the longest of several. */
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

/** Absolute http(s) URLs of the sitemaps, as the sitemaps protocol requires; other values are ignored. */
function sitemapUrls(values: ReadonlySet<string>): string[] {
  const urls = [...values].map((value) => URL.parse(Buffer.from(value, 'latin1').toString('utf8')))
  const isWeb = (url: URL | null) => url?.protocol === 'http:' || url?.protocol === 'https:'
  return [...new Set(urls.flatMap((url) => (url && isWeb(url) ? url.href : [])))]
}

/** Key of a line; `other` = unknown. */
export type Key = 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'crawl-delay' | 'other'

/** A line with key and value, one octet per character. */
export interface Line {
  /** From 1. */
  readonly number: number
  /** As written, without surrounding white space. */
  readonly text: string
  readonly key: Key
  readonly value: string
}

/**
 * Longer lines are truncated, as in Google's parser: 8 times the longest URL of old browsers, minus the final
 * NUL.
 */
const maxLineLength = 2083 * 8 - 1

/** Prefixes that are accepted for a key, including frequent typing errors, as in Google's parser. */
const keys: readonly (readonly [RegExp, Key])[] = [
  [/^user[- ]?agent/i, 'user-agent'],
  [/^allow/i, 'allow'],
  [/^(disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i, 'disallow'],
  [/^site-?map/i, 'sitemap'],
  [/^crawl-?delay/i, 'crawl-delay'],
]

/**
 * Reads the lines with a key (RFC 9309, section 2.2). A line ends with CR, LF or CR LF. A byte order mark,
 * even an incomplete one, is skipped.
 */
export function* readLines(text: string): Generator<Line> {
  const lines = text.replace(/^\xef(\xbb\xbf?)?/, '').split(/\r\n?|\n/)
  for (const [index, line] of lines.entries()) {
    const read = line === '' ? null : readLine(line.slice(0, maxLineLength), index + 1)
    if (read !== null) yield read
  }
}

function readLine(text: string, number: number): Line | null {
  const hash = text.indexOf('#')
  const bare = trimmed(hash < 0 ? text : text.slice(0, hash))
  const colon = bare.indexOf(':')
  const at = colon < 0 ? forgottenColon(bare) : colon
  if (at < 1) return null
  const key = keyOf(trimmed(bare.slice(0, at)))
  return { number, text: trimmed(text), key, value: trimmed(bare.slice(at + 1)) }
}

function keyOf(name: string): Key {
  return keys.find(([start]) => start.test(name))?.[1] ?? 'other'
}

/** Google accepts `disallow /x` as `disallow: /x` if the line has exactly these two words. */
function forgottenColon(bare: string): number {
  return /^[^ \t]+[ \t]+[^ \t]+$/.test(bare) ? bare.search(/[ \t]/) : -1
}

/**
 * Trims ASCII white space. `String.prototype.trim` would also remove octet A0, the last octet of many UTF-8
 * characters.
 */
function trimmed(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && isSpace(text.charCodeAt(from))) from += 1
  while (to > from && isSpace(text.charCodeAt(to - 1))) to -= 1
  return text.slice(from, to)
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13)
}
