import type { RobotsDecision } from '#shared/ports/lookups.ts'
import { normalizePath } from '#shared/web/robots/octets.ts'
import type { Steps } from '#shared/web/robots/pattern.ts'
import type { Group, RobotsFile } from '#shared/web/robots/robots-txt.ts'
import { makeRuleSet, type RuleSet } from '#shared/web/robots/rule-set.ts'

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
  /** Of the tokens that were requested. */
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

/** Cached rule sets per file: for the tokens of this service and those that audits evaluate. */
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
