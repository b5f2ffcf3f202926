import { evaluateFindings } from '../../../derived/structured/structured-data.ts'
import { notApplicable, rule } from '../../../engine/rule.ts'

export const microdataBroken = rule({
  id: 'microdata-broken',
  severity: 'warning',
  title: 'Invalid microdata',
  passTitle: 'Microdata is valid',
  why: 'A property outside any item, a reference to a missing element, or a type that is not a URL is ignored.',
  fix: 'Put itemprop inside an element with itemscope, and write itemtype as an absolute URL.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/microdata.html',
  needs: ['document', 'structured'],
  messages: { broken: 'The microdata of the page is invalid: {first}' },

  check(facts) {
    const { document } = facts
    const isUsed = ['itemscope', 'itemprop'].some((name) => document.withAttribute(name).length > 0)
    return isUsed ? evaluateFindings(facts, 'microdata-broken', 'broken') : notApplicable
  },
})
