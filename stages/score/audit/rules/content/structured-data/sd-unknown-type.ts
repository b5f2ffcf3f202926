import { evaluateFindings } from '../../../derived/structured/structured-data.ts'
import { rule } from '../../../engine/rule.ts'

export const sdUnknownType = rule({
  id: 'sd-unknown-type',
  severity: 'warning',
  title: 'Types of structured data exist',
  why: 'An item whose type schema.org does not know is ignored.',
  fix: 'Correct the name of the type; names are written with capitals, as in LocalBusiness.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://schema.org/docs/full.html',
  needs: ['document', 'structured'],
  messages: { unknown: '{affected} of {total} items have a type that schema.org does not know. {first}' },

  check(facts) {
    return evaluateFindings(facts, 'sd-unknown-type', 'unknown')
  },
})
