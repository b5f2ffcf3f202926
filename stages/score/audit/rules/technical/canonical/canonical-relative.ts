import { canonicalsOf } from '../../../derived/canonical/canonicals.ts'
import { isWebUrl } from '../../../derived/page/page-address.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const canonicalRelative = rule({
  id: 'canonical-relative',
  severity: 'warning',
  title: 'Relative canonical URL',
  passTitle: 'Canonical URL is absolute',
  why: 'Google understands relative canonicals but advises against them: on a copy of the site, such as a test server, they point to the copy.',
  fix: 'Use the full URL of the page, starting with https://.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: ['document', 'http'],
  messages: { relative: 'The canonical is the relative URL "{written}".' },

  check(facts) {
    const usable = canonicalsOf(facts).filter(({ url }) => url !== null)
    if (usable.length === 0) return notApplicable
    const found = usable.find(({ written }) => !isWebUrl(written))
    if (found === undefined) return pass
    return fail('relative', { values: { written: found.written.slice(0, 200) }, evidence: [found.evidence] })
  },
})
