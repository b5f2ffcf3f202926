import { matchesPath, type Steps } from '#shared/web/robots/pattern.ts'
import type { Rule } from '#shared/web/robots/robots-txt.ts'

/** A rule, and the token of its group as written. */
export interface Match {
  readonly rule: Rule
  readonly group: string
}

/** The compiled rules of a file for one product token. */
export interface RuleSet {
  /**
   * The most specific rule that matches a path normalised by `normalizePath`; null if none does. Its time is
   * proportional to the sizes of file and path, and limited by `maxSearchSteps` for rules with `*`. Once that
   * limit is reached, a disallow rule counts as matching and an allow rule as not matching: a URL that cannot
   * be decided in time stays unvisited.
   */
  decide(path: string, steps: Steps): Match | null
}

/** The most characters that the searches for all rules with `*` may go through for one decision. */
export const maxSearchSteps = 2_000_000

/** Limits of the cache of decisions per file and token: number of paths, and characters of all of them. */
const cacheLimits = { paths: 8, characters: 8192 }

/** Compiles rules given in the order of the file; of equally specific rules the first one decides. */
export function makeRuleSet(matches: readonly Match[]): RuleSet {
  const matchPlain = matchPlainRules(matches.filter(({ rule }) => rule.pattern.pieces.length === 1))
  const wildcardRules = matches
    .filter(({ rule }) => rule.pattern.pieces.length > 1)
    .sort((a, b) => bySpecificity(a.rule, b.rule))
  return memoized((path, steps) => {
    const best = matchPlain(path, steps)
    return matchWildcardRules(wildcardRules, { best, path, steps }) ?? best
  })
}

function memoized(decide: RuleSet['decide']): RuleSet {
  const cache = new Map<string, Match | null>()
  let characters = 0

  function store(path: string, match: Match | null): void {
    cache.set(path, match)
    characters += path.length
    for (const oldest of cache.keys()) {
      if (oldest === path || (cache.size <= cacheLimits.paths && characters <= cacheLimits.characters)) return
      cache.delete(oldest)
      characters -= oldest.length
    }
  }

  return {
    decide(path, steps) {
      const cached = cache.get(path)
      if (cached !== undefined) return cached
      const match = decide(path, steps)
      store(path, match)
      return match
    },
  }
}

/**
 * Finds the most specific rule without `*` by prefix: one look-up for each prefix length that a rule has. All
 * distinct lengths together are at most the length of the file.
 */
function matchPlainRules(matches: readonly Match[]): RuleSet['decide'] {
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
