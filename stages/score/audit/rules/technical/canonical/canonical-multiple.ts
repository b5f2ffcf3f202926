import { addressesOf, canonicalsOf } from '../../../derived/canonical/canonicals.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const canonicalMultiple = rule({
  id: 'canonical-multiple',
  severity: 'error',
  title: 'Multiple canonical URLs',
  passTitle: 'Page has a single canonical URL',
  why: 'When a page specifies several canonical URLs, search engines cannot tell which one is meant and may ignore them all.',
  fix: 'Keep one canonical; often a theme and a plugin each add one.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: ['document', 'http'],
  messages: { several: 'The page specifies {count} different canonical URLs: {first} and others.' },

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
