import { namesBot, robotsDecision, ruleText } from '../../../derived/robots/robots-decision.ts'
import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const robotsTxtGroupShadow = rule({
  id: 'robots-txt-group-shadow',
  severity: 'info',
  title: 'Googlebot group overrides the general rules',
  passTitle: 'Googlebot follows the same rules as other crawlers',
  why: 'A crawler obeys only the group that names it, so the rules of the general group (*) do not apply to Google here.',
  fix: 'Repeat in the Googlebot group what should apply to Google, too.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://www.rfc-editor.org/rfc/rfc9309#name-the-user-agent-line',
  needs: ['http', 'robots'],
  messages: {
    allowed: 'The general group of robots.txt disallows the page, but the Googlebot group allows it.',
    disallowed: 'The general group of robots.txt allows the page, but the Googlebot group disallows it.',
  },

  check({ http, robots }) {
    if (robots.state !== 'found' || !namesBot(robots, 'Googlebot') || !namesBot(robots, '*'))
      return notApplicable
    const own = robotsDecision(robots, 'Googlebot', http.finalUrl.href)
    const general = robotsDecision(robots, '*', http.finalUrl.href)
    if (own === null || general === null || own.allowed === general.allowed) return pass
    const decisive = own.allowed ? general : own
    return fail(own.allowed ? 'allowed' : 'disallowed', { evidence: [externalEvidence(ruleText(decisive))] })
  },
})
