import { addressesOf, canonicalsOf } from '../../../derived/canonical/canonicals.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const canonicalMultiple = rule({
  id: 'canonical-multiple',
  severity: 'error',
  title: 'Page names one canonical address',
  why: 'When a page names several canonical addresses, search engines cannot tell which is meant and may ignore them all.',
  fix: 'Keep one canonical; often a theme and a plugin each write one.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: ['document', 'http'],
  messages: { several: 'The page names {count} different canonical addresses.' },

  check(facts) {
    // Only canonicals of one place: header against head is reported by canonical-header-mismatch.
    const all = canonicalsOf(facts)
    if (all.length === 0) return notApplicable
    const places = ['html', 'header'].map((place) => all.filter(({ from }) => from === place))
    const found = places.find((one) => addressesOf(one).size > 1)
    if (found === undefined) return pass
    const evidence = found.map((canonical) => canonical.evidence)
    return fail('several', { values: { count: addressesOf(found).size }, evidence })
  },
})
