import { evaluateFindings } from '../../../derived/structured/structured-data.ts'
import { rule } from '../../../engine/rule.ts'

export const sdRichResultRetired = rule({
  id: 'sd-rich-result-retired',
  severity: 'info',
  title: 'Structured data is for rich results that are still shown',
  why: 'Google has given up some rich results. Their markup does no harm, but shows nothing in Google any more.',
  fix: 'Nothing has to be done; leave the markup out where it is there for Google alone.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/updates',
  needs: ['document', 'structured'],
  messages: {
    retired: '{affected} of {total} items are for a rich result that Google no longer shows. {first}',
  },

  check(facts) {
    return evaluateFindings(facts, 'sd-rich-result-retired', 'retired')
  },
})
