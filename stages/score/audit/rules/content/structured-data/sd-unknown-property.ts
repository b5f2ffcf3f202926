import { evaluateFindings } from '../../../derived/structured/structured-data.ts'
import { rule } from '../../../engine/rule.ts'

export const sdUnknownProperty = rule({
  id: 'sd-unknown-property',
  severity: 'info',
  title: 'Unknown schema.org properties',
  passTitle: 'Structured data properties are valid',
  why: 'A property that does not exist in schema.org, or not for this type, is ignored.',
  fix: 'Correct the name of the property, or move it to the item it belongs to.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://schema.org/docs/full.html',
  needs: ['document', 'structured'],
  messages: {
    unknown:
      '{affected} of {total} structured data {total:item|items} {affected:has|have} a property that schema.org does not define for the type. {first}',
  },

  check(facts) {
    return evaluateFindings(facts, 'sd-unknown-property', 'unknown')
  },
})
