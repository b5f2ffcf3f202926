import { evaluateFindings } from '../../../derived/structured/structured-data.ts'
import { rule } from '../../../engine/rule.ts'

export const sdUnknownType = rule({
  id: 'sd-unknown-type',
  severity: 'warning',
  title: 'Unknown schema.org types',
  passTitle: 'Structured data types are valid',
  why: 'An item whose type does not exist in schema.org is ignored.',
  fix: 'Correct the name of the type; type names are capitalized, as in LocalBusiness.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://schema.org/docs/full.html',
  needs: ['document', 'structured'],
  messages: {
    unknown:
      '{affected} of {total} structured data {total:item|items} {affected:has|have} a type unknown to schema.org. {first}',
  },

  check(facts) {
    return evaluateFindings(facts, 'sd-unknown-type', 'unknown')
  },
})
