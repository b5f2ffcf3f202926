import { evaluateFindings } from '../../../derived/structured/structured-data.ts'
import { rule } from '../../../engine/rule.ts'

export const sdInvalidValue = rule({
  id: 'sd-invalid-value',
  severity: 'warning',
  title: 'Invalid values in structured data',
  passTitle: 'Structured data values are valid',
  why: 'Values in the wrong format, such as dates that are not ISO 8601 or prices that are not plain numbers, are ignored and can cost the rich result.',
  fix: 'Write the value in the format that the property requires.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/appearance/structured-data/sd-policies',
  needs: ['document', 'structured'],
  messages: {
    invalid:
      '{affected} of {total} structured data {total:item|items} {affected:has|have} an invalid value. {first}',
  },

  check(facts) {
    return evaluateFindings(facts, 'sd-invalid-value', 'invalid')
  },
})
