import { robotsDecision, ruleText } from '../../../derived/robots/robots-decision.ts'
import { obstaclesFor } from '../../../derived/robots/robots-directives.ts'
import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const noindexNotCrawlable = rule({
  id: 'noindex-not-crawlable',
  severity: 'error',
  title: 'noindex hidden from crawlers by robots.txt',
  passTitle: 'Crawlers can see the noindex',
  why: 'Crawlers never read a page that robots.txt disallows, so they never see its noindex, and its URL can still appear in results.',
  fix: 'To keep the page out of results, allow it in robots.txt; to have it indexed, remove both.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
  needs: ['document', 'http', 'robots', 'request'],
  messages: { unseen: 'The page is set to noindex, but Googlebot may not crawl it: {rule}' },

  check({ document, http, robots, request }) {
    const [first] = obstaclesFor({ document, http, request })
    const verdict = robotsDecision(robots, 'Googlebot', http.finalUrl.href)
    if (first === undefined || verdict === null) return notApplicable
    if (verdict.allowed) return pass
    const text = ruleText(verdict)
    return fail('unseen', { values: { rule: text }, evidence: [first.evidence, externalEvidence(text)] })
  },
})
