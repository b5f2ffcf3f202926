import { expiriesOf } from '../../../derived/robots/unavailable-after.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const unavailableAfterUnparsable = rule({
  id: 'unavailable-after-unparsable',
  severity: 'warning',
  title: 'Invalid unavailable_after date',
  passTitle: 'unavailable_after date is valid',
  why: 'Google ignores unavailable_after if its date is not in a common format such as RFC 822, RFC 850 or ISO 8601.',
  fix: 'Write the date like 2026-12-31 or 31 Dec 2026 15:00:00 GMT.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  needs: ['document', 'http'],
  messages: { unreadable: 'The unavailable_after date cannot be parsed: "{date}".' },

  check(facts) {
    const expiries = expiriesOf(facts)
    if (expiries.length === 0) return notApplicable
    const found = expiries.find(({ at }) => at === null)
    if (found === undefined) return pass
    const date = (found.directive.value ?? '').slice(0, 100)
    return fail('unreadable', { values: { date }, evidence: [found.directive.evidence] })
  },
})
