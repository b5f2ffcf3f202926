import { evaluateFindings } from '../../../derived/structured/structured-data.ts'
import { rule } from '../../../engine/rule.ts'

export const sdUnknownProperty = rule({
  id: 'sd-unknown-property',
  severity: 'info',
  title: 'Properties of structured data exist',
  why: 'A property that schema.org does not know, or not for the type, is ignored.',
  fix: 'Correct the name of the property, or move it to the item it belongs to.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://schema.org/docs/full.html',
  needs: ['document', 'structured'],
  messages: {
    unknown:
      '{affected} of {total} items have a property that schema.org does not know for their type. {first}',
  },

  check(facts) {
    return evaluateFindings(facts, 'sd-unknown-property', 'unknown')
  },
})
