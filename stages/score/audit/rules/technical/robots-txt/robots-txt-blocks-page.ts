import { robotsDecision, ruleText } from '../../../derived/robots/robots-decision.ts'
import { hasNoindex } from '../../../derived/robots/robots-directives.ts'
import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const robotsTxtBlocksPage = rule({
  id: 'robots-txt-blocks-page',
  severity: 'error',
  title: 'Page blocked by robots.txt',
  passTitle: 'robots.txt lets Google crawl the page',
  why: 'Google does not read pages that robots.txt disallows; at best their bare URL appears in results.',
  fix: 'Allow the page in robots.txt. To keep a page out of results, let it be crawled and use noindex.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://www.rfc-editor.org/rfc/rfc9309#name-access-method',
  needs: ['document', 'http', 'robots', 'request'],
  messages: { blocked: 'Googlebot may not crawl this page: {rule}' },

  check({ document, http, robots, request }) {
    const verdict = robotsDecision(robots, 'Googlebot', http.finalUrl.href)
    // An unreadable file is reported by robots-txt-unreachable.
    if (verdict === null) return notApplicable
    if (verdict.allowed) return pass
    // Blocking contradicts noindex; noindex-not-crawlable reports that.
    if (hasNoindex({ document, http, request })) return notApplicable
    const text = ruleText(verdict)
    return fail('blocked', { values: { rule: text }, evidence: [externalEvidence(text)] })
  },
})
