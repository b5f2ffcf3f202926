import { evaluateFindings } from '../../../derived/structured/structured-data.ts'
import { notApplicable, rule } from '../../../engine/rule.ts'

export const microdataBroken = rule({
  id: 'microdata-broken',
  severity: 'warning',
  title: 'Microdata holds together',
  why: 'A property outside of any item, a reference to an element that is not there, or a type that is no address is lost to all who read it.',
  fix: 'Put itemprop within an element with itemscope, and write itemtype as an absolute address.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/microdata.html',
  needs: ['document', 'structured'],
  messages: { broken: 'The microdata of the page is broken: {first}' },

  check(facts) {
    const { document } = facts
    const isUsed = ['itemscope', 'itemprop'].some((name) => document.withAttribute(name).length > 0)
    return isUsed ? evaluateFindings(facts, 'microdata-broken', 'broken') : notApplicable
  },
})
