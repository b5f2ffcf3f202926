import { evaluateFindings } from '../../../derived/structured/structured-data.ts'
import { rule } from '../../../engine/rule.ts'

export const jsonldNoType = rule({
  id: 'jsonld-no-type',
  severity: 'warning',
  title: 'Structured data without @type',
  passTitle: 'Structured data items have a type',
  why: 'Without @type the meaning of an item is unknown, so it is ignored.',
  fix: 'Add "@type" with the matching schema.org type.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://schema.org/docs/gs.html',
  needs: ['document', 'structured'],
  messages: {
    noType: '{affected} of {total} structured data {total:item|items} {affected:has|have} no @type.',
  },

  check(facts) {
    return evaluateFindings(facts, 'jsonld-no-type', 'noType')
  },
})
