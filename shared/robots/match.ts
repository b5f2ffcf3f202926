import type { RobotsVerdict } from '#shared/ports/lookups.ts'
import { settlePath } from '#shared/robots/octets.ts'
import type { Group, RobotsFile, Rule } from '#shared/robots/parse.ts'
import { matches } from '#shared/robots/pattern.ts'

interface Match {
  readonly rule: Rule
  readonly group: string
}

export function robotsUrlOf(url: URL): string {
  return `${url.origin}/robots.txt`
}

/**
 * What the file says of one URL for one product token (RFC 9309, 2.2): the groups that name the token, of any case, count
 * as one; without any, those of `*`. The longest rule that matches decides, `allow` before `disallow`; without one the
 * URL is allowed, and so is /robots.txt itself.
 */
export function matchRobots(file: RobotsFile, userAgentToken: string, url: string): RobotsVerdict {
  const target = new URL(url)
  const agent = agentFor(file, userAgentToken.toLowerCase())
  const found = target.pathname === '/robots.txt' ? null : decidingRule(file, agent, target)
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

function agentFor({ groups }: RobotsFile, token: string): string {
  return groups.some(({ agents }) => agents.has(token)) ? token : '*'
}

function decidingRule({ groups }: RobotsFile, agent: string, target: URL): Match | null {
  const path = settlePath(target.pathname + target.search)
  let best: Match | null = null
  for (const group of groups) {
    const found = firstMatch(group, agent, path)
    if (found && (best === null || isStronger(found.rule, best.rule))) best = found
  }
  return best
}

/** The rules are sorted: the first that matches is the group's most specific. */
function firstMatch({ agents, rules }: Group, agent: string, path: string): Match | null {
  const group = agents.get(agent)
  const rule = group === undefined ? undefined : rules.find(({ pattern }) => matches(pattern, path))
  return rule === undefined || group === undefined ? null : { rule, group }
}

function isStronger(a: Rule, b: Rule): boolean {
  return (
    a.pattern.length > b.pattern.length || (a.pattern.length === b.pattern.length && a.allows && !b.allows)
  )
}
