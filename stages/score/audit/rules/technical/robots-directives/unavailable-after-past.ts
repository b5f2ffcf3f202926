import { robotsDecision } from '../../../derived/robots/robots-decision.ts'
import { directivesFor, isNoindex } from '../../../derived/robots/robots-directives.ts'
import { expiriesOf } from '../../../derived/robots/unavailable-after.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const unavailableAfterPast = rule({
  id: 'unavailable-after-past',
  severity: 'error',
  title: 'Page expired (unavailable_after)',
  passTitle: 'Page has not expired',
  why: 'After the unavailable_after date Google no longer shows the page in its results.',
  fix: 'Remove the directive or set a later date if the page should still be found.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  excludes: 'A date on a page with noindex, or on one that robots.txt disallows: other rules report these.',
  needs: ['document', 'http', 'request', 'robots'],
  messages: { past: 'The page tells Google not to show it after {date}, which has passed.' },

  check({ document, http, request, robots }) {
    const dated = expiriesOf({ document, http }).filter(({ at }) => at !== null)
    // A page with noindex is not indexed anyway.
    const isOut = directivesFor({ document, http }, 'googlebot').some(isNoindex)
    if (dated.length === 0 || isOut) return notApplicable
    // A date that crawlers cannot see is reported by noindex-not-crawlable.
    if (robotsDecision(robots, 'Googlebot', http.finalUrl.href)?.allowed === false) return notApplicable
    const past = dated.find(({ at }) => at !== null && at <= request.at)
    if (past === undefined) return pass
    return fail('past', { values: { date: past.directive.value ?? '' }, evidence: [past.directive.evidence] })
  },
})
