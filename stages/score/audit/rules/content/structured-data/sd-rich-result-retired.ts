import { evaluateFindings } from '../../../derived/structured/structured-data.ts'
import { rule } from '../../../engine/rule.ts'

export const sdRichResultRetired = rule({
  id: 'sd-rich-result-retired',
  severity: 'info',
  title: 'Structured data for retired rich results',
  passTitle: 'Structured data is for current rich results',
  why: 'Google has retired some rich results. Their markup does no harm, but no longer has an effect in Google.',
  fix: 'No action is required; remove the markup if it exists only for Google.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/updates',
  needs: ['document', 'structured'],
  messages: {
    retired:
      '{affected} of {total} structured data {total:item|items} {affected:is|are} for a rich result that Google no longer shows. {first}',
  },

  check(facts) {
    return evaluateFindings(facts, 'sd-rich-result-retired', 'retired')
  },
})
