import { matchesPath, type Steps } from '#shared/robots/pattern.ts'
import type { Rule } from '#shared/robots/robots-txt.ts'

/** A rule, and the token of its group as written. */
export interface Match {
  readonly rule: Rule
  readonly group: string
}

/** All rules of a file for one product token, ready to be asked. */
export interface RuleSet {
  /**
   * The most specific rule that matches the path (settled, as `settlePath` gives it), null when none does. Takes time in
   * proportion to file and path, and at most `maxSearchSteps` for the rules with a `*`. A disallow rule that no steps are
   * left for counts as one that matches, an allow rule as one that does not: what can't be told in time stays unvisited.
   */
  decide(path: string, steps: Steps): Match | null
}

/** Characters of a path that the search for the pieces of all rules with a `*` may pass for one verdict. */
export const maxSearchSteps = 2_000_000

/** Paths that what was decided is remembered for, and characters of all of them together, by file and token. */
const cacheLimits = { paths: 8, characters: 8192 }

/** `matches` as the file has them: of equally specific ones the first decides. */
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
 * Finds the strongest rule without a `*` by what a path begins with: one look for each length that such a rule has. All
 * lengths that differ are together at most as long as the file.
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

/** The strongest by their text, of equal ones the first. */
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

/** The first of the rules that matches and is stronger than the best so far; the rules are sorted. */
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

/** The longest pattern first, of equal ones what allows (RFC 9309, 2.2.2). */
function bySpecificity(a: Rule, b: Rule): number {
  return b.pattern.length - a.pattern.length || Number(b.allows) - Number(a.allows)
}
