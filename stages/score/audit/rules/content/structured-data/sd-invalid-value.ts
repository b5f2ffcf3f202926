import { evaluateFindings } from '../../../derived/structured/structured-data.ts'
import { rule } from '../../../engine/rule.ts'

export const sdInvalidValue = rule({
  id: 'sd-invalid-value',
  severity: 'warning',
  title: 'Values of structured data can be read',
  why: 'Values that are not in the expected form, such as dates in ISO 8601 or prices as plain numbers, are ignored and can cost the rich result.',
  fix: 'Write the value in the form that the property asks for.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/appearance/structured-data/sd-policies',
  needs: ['document', 'structured'],
  messages: { invalid: '{affected} of {total} items have a value that cannot be read. {first}' },

  check(facts) {
    return evaluateFindings(facts, 'sd-invalid-value', 'invalid')
  },
})
