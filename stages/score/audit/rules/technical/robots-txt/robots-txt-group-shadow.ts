import { namesBot, robotsDecision, ruleText } from '../../../derived/robots/robots-decision.ts'
import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const robotsTxtGroupShadow = rule({
  id: 'robots-txt-group-shadow',
  severity: 'info',
  title: 'Google is treated like all crawlers',
  why: 'A crawler obeys the group that names it and none other, so the rules of the general group do not hold for Google here.',
  fix: 'Repeat in the group for Googlebot what shall hold for it, too.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://www.rfc-editor.org/rfc/rfc9309#name-the-user-agent-line',
  needs: ['http', 'robots'],
  messages: {
    allowed: 'The general group disallows the page, but the group for Googlebot allows it.',
    disallowed: 'The general group allows the page, but the group for Googlebot disallows it.',
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
