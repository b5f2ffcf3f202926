import { canonicalsOf } from '../../../derived/canonical/canonicals.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const canonicalFragment = rule({
  id: 'canonical-fragment',
  severity: 'warning',
  title: 'Canonical URL with a fragment',
  passTitle: 'Canonical URL has no fragment',
  why: 'Google does not support fragments (the part after #) in canonical URLs.',
  fix: 'Remove the # and everything after it.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: ['document', 'http'],
  messages: { fragment: 'The canonical {written} has a fragment.' },

  check(facts) {
    const usable = canonicalsOf(facts).filter(({ url }) => url !== null)
    if (usable.length === 0) return notApplicable
    const found = usable.find(({ url }) => url?.hash !== '')
    if (found === undefined) return pass
    return fail('fragment', { values: { written: found.written.slice(0, 200) }, evidence: [found.evidence] })
  },
})
