import { canonicalTarget } from '../../../derived/canonical/canonical-target.ts'
import { isOwnRobots, robotsDecision, ruleText } from '../../../derived/robots/robots-decision.ts'
import { externalEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const canonicalTargetDisallowed = rule({
  id: 'canonical-target-disallowed',
  severity: 'error',
  title: 'Canonical blocked by robots.txt',
  passTitle: 'Canonical page may be crawled',
  why: 'Google cannot index a canonical page that robots.txt blocks it from reading.',
  fix: 'Allow the canonical page in robots.txt, or use another URL.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://www.rfc-editor.org/rfc/rfc9309#name-access-method',
  needs: ['document', 'http', 'probes', 'targets', 'robots'],
  messages: { disallowed: 'robots.txt blocks Googlebot from the canonical {url}.' },

  check({ robots, ...facts }) {
    const target = canonicalTarget(facts)
    if (target === null) return notApplicable
    const { url, page } = target
    const verdict = isOwnRobots(robots, url.href) ? robotsDecision(robots, 'Googlebot', url.href) : null
    const isAllowed = verdict?.allowed ?? page?.robotsAllowed ?? null
    if (isAllowed === null) return notDecidable('robots_txt_not_read')
    if (isAllowed) return pass
    const evidence = [externalEvidence(verdict === null ? url.href : ruleText(verdict))]
    return fail('disallowed', { values: { url: url.href }, evidence })
  },
})
