import { evaluateFindings } from '../../../derived/structured/structured-data.ts'
import { rule } from '../../../engine/rule.ts'

export const jsonldNoType = rule({
  id: 'jsonld-no-type',
  severity: 'warning',
  title: 'JSON-LD items have a type',
  why: 'Without @type nobody knows what an item is, so it is ignored.',
  fix: 'Add "@type" with the type of schema.org that fits.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://schema.org/docs/gs.html',
  needs: ['document', 'structured'],
  messages: { noType: '{affected} of {total} items of structured data have no @type.' },

  check(facts) {
    return evaluateFindings(facts, 'jsonld-no-type', 'noType')
  },
})
