import { LRUCache } from 'lru-cache'
import type { RobotsDecision } from '#shared/ports/lookups.ts'
import { matchesPath, normalizePath, type Steps } from '#shared/web/robots/pattern.ts'
import type { Group, RobotsFile, Rule } from '#shared/web/robots/robots-txt.ts'

/** URL of the robots.txt that applies to a URL (RFC 9309, section 2.3). */
export function robotsUrlOf(url: URL): string {
  return `${url.origin}/robots.txt`
}

/**
 * Evaluates a robots.txt for one URL and one product token (RFC 9309, section 2.2). The groups that name the
 * token, in any case, count as one group; if there are none, those of `*` apply. The longest matching rule
 * decides, `allow` before `disallow` of the same length. Without a matching rule the URL is allowed;
 * /robots.txt itself always is. Adds the cost of the evaluation to `steps`.
 */
export function matchRobots(
  file: RobotsFile,
  userAgentToken: string,
  url: string,
  steps: Steps = { passed: 0, searched: 0 },
): RobotsDecision {
  const target = new URL(url)
  const token = userAgentToken.toLowerCase()
  const rules = compiled(file)
  const agent = rules.groups.has(token) ? token : '*'
  const path = normalizePath(target.pathname + target.search)
  const found = target.pathname === '/robots.txt' ? null : ruleSetFor(rules, agent)(path, steps)
  return {
    robotsUrl: robotsUrlOf(target),
    state: 'found',
    allowed: found?.rule.allows ?? true,
    rule: found && Buffer.from(found.rule.text, 'latin1').toString('utf8'),
    line: found?.rule.line ?? null,
    group: found?.group ?? null,
    crawlDelay: file.crawlDelays.get(agent) ?? null,
    sitemaps: file.sitemaps,
  }
}

interface Compiled {
  /** By lower-case token. */
  readonly groups: ReadonlyMap<string, readonly { readonly group: Group }[]>
  /** Of the tokens that were requested. */
  readonly ruleSets: LRUCache<string, Decide>
}

const compiledOf = new WeakMap<RobotsFile, Compiled>()

function compiled(file: RobotsFile): Compiled {
  const known = compiledOf.get(file) ?? {
    groups: groupsByAgent(file),
    ruleSets: new LRUCache({ max: maxRuleSets }),
  }
  compiledOf.set(file, known)
  return known
}

function groupsByAgent({ groups }: RobotsFile): Compiled['groups'] {
  const named = groups.flatMap((group) => [...group.agents.keys()].map((agent) => ({ agent, group })))
  return Map.groupBy(named, ({ agent }) => agent)
}

/** Cached rule sets per file: for the tokens of this service and those that audits evaluate. */
const maxRuleSets = 16

function ruleSetFor({ groups, ruleSets }: Compiled, agent: string): Decide {
  const known = ruleSets.get(agent)
  if (known !== undefined) return known
  const matches = (groups.get(agent) ?? []).flatMap(({ group: { agents, rules } }) =>
    rules.map((rule) => ({ rule, group: agents.get(agent) ?? agent })),
  )
  const made = makeRuleSet(matches)
  ruleSets.set(agent, made)
  return made
}

/** A rule, and the token of its group as written. */
export interface Match {
  readonly rule: Rule
  readonly group: string
}

/**
 * The compiled rules of a file for one product token: the most specific rule that matches a path normalised by
 * `normalizePath`; null if none does. Its time is proportional to the sizes of file and path, and limited by
 * `maxSearchSteps` for rules with `*`. Once that limit is reached, a disallow rule counts as matching and an allow rule as
 * not matching: a URL that cannot be decided in time stays unvisited.
 */
type Decide = (path: string, steps: Steps) => Match | null

/** The most characters that the searches for all rules with `*` may go through for one decision. */
export const maxSearchSteps = 2_000_000

/** Limits of the cache of decisions per file and token: number of paths, and characters of all of them. */
const cacheLimits = { max: 8, maxSize: 8192 }

/** Compiles rules given in the order of the file; of equally specific rules the first one decides. */
function makeRuleSet(matches: readonly Match[]): Decide {
  const matchPlain = matchPlainRules(matches.filter(({ rule }) => rule.pattern.pieces.length === 1))
  const wildcardRules = matches
    .filter(({ rule }) => rule.pattern.pieces.length > 1)
    .sort((a, b) => bySpecificity(a.rule, b.rule))
  return memoized((path, steps) => {
    const best = matchPlain(path, steps)
    return matchWildcardRules(wildcardRules, { best, path, steps }) ?? best
  })
}

function memoized(decide: Decide): Decide {
  const cache = new LRUCache<string, { readonly match: Match | null }>({
    ...cacheLimits,
    sizeCalculation: (_, path) => Math.max(1, path.length),
  })
  return (path, steps) => {
    const known = cache.get(path) ?? { match: decide(path, steps) }
    cache.set(path, known)
    return known.match
  }
}

/**
 * Finds the most specific rule without `*` by prefix: one look-up for each prefix length that a rule has. All
 * distinct lengths together are at most the length of the file.
 */
function matchPlainRules(matches: readonly Match[]): Decide {
  const whole = strongestOf(matches.filter(({ rule }) => rule.pattern.isAnchored))
  const starts = strongestOf(matches.filter(({ rule }) => !rule.pattern.isAnchored))
  const lengths = [...new Set([...starts.keys()].map((start) => start.length))]
  return (path, steps) => {
    let best = whole.get(path) ?? null
    for (const length of lengths) {
      if (length > path.length) continue
      steps.passed += length
      const found = starts.get(path.slice(0, length))
      if (found !== undefined && isStronger(found, best)) best = found
    }
    return best
  }
}

/** The most specific rule of each text; of equal ones the first. */
function strongestOf(matches: readonly Match[]): ReadonlyMap<string, Match> {
  const strongest = new Map<string, Match>()
  for (const match of matches) {
    const [text = ''] = match.rule.pattern.pieces
    if (isStronger(match, strongest.get(text) ?? null)) strongest.set(text, match)
  }
  return strongest
}

interface Search {
  readonly best: Match | null
  readonly path: string
  readonly steps: Steps
}

/** The first matching rule that is more specific than the best so far. The rules are sorted. */
function matchWildcardRules(wildcardRules: readonly Match[], { best, path, steps }: Search): Match | null {
  const most = steps.searched + maxSearchSteps
  for (const match of wildcardRules) {
    if (!isStronger(match, best)) return null
    const found = matchesPath(match.rule.pattern, path, { steps, most })
    if (found === true || (found === 'unknown' && !match.rule.allows)) return match
  }
  return null
}

function isStronger(a: Match, b: Match | null): boolean {
  return b === null || bySpecificity(a.rule, b.rule) < 0
}

/** The longest pattern first; of equal lengths an allow rule first (RFC 9309, section 2.2.2). */
function bySpecificity(a: Rule, b: Rule): number {
  return b.pattern.length - a.pattern.length || Number(b.allows) - Number(a.allows)
}
