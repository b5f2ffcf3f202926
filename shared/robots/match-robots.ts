import type { RobotsDecision } from '#shared/ports/lookups.ts'
import { normalizePath } from '#shared/robots/octets.ts'
import type { Steps } from '#shared/robots/pattern.ts'
import type { Group, RobotsFile } from '#shared/robots/robots-txt.ts'
import { makeRuleSet, type RuleSet } from '#shared/robots/rule-set.ts'

export function robotsUrlOf(url: URL): string {
  return `${url.origin}/robots.txt`
}

/**
 * What the file says of one URL for one product token (RFC 9309, 2.2): the groups that name the token, of any case, count
 * as one; without any, those of `*`. The longest rule that matches decides, `allow` before `disallow`; without one the
 * URL is allowed, and so is /robots.txt itself. Adds to `steps` what it took.
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
  const found = target.pathname === '/robots.txt' ? null : ruleSetFor(rules, agent).decide(path, steps)
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
  readonly groups: ReadonlyMap<string, readonly Group[]>
  /** Of the tokens that were asked for. */
  readonly ruleSets: Map<string, RuleSet>
}

const compiledOf = new WeakMap<RobotsFile, Compiled>()

function compiled(file: RobotsFile): Compiled {
  const known = compiledOf.get(file) ?? { groups: groupsByAgent(file), ruleSets: new Map() }
  compiledOf.set(file, known)
  return known
}

function groupsByAgent({ groups }: RobotsFile): Compiled['groups'] {
  const byAgent = new Map<string, Group[]>()
  for (const group of groups) {
    for (const agent of group.agents.keys()) {
      const known = byAgent.get(agent)
      if (known === undefined) byAgent.set(agent, [group])
      else known.push(group)
    }
  }
  return byAgent
}

/** Tokens whose rules are kept in the order of a search, by file: those of this service, and those that audits look at. */
const maxRuleSets = 16

function ruleSetFor({ groups, ruleSets }: Compiled, agent: string): RuleSet {
  const known = ruleSets.get(agent)
  if (known !== undefined) return known
  const matches = (groups.get(agent) ?? []).flatMap(({ agents, rules }) =>
    rules.map((rule) => ({ rule, group: agents.get(agent) ?? agent })),
  )
  const made = makeRuleSet(matches)
  const [oldest] = ruleSets.keys()
  if (ruleSets.size >= maxRuleSets && oldest !== undefined) ruleSets.delete(oldest)
  ruleSets.set(agent, made)
  return made
}
