import { evaluateFindings } from '../../../derived/structured/structured-data.ts'
import { rule } from '../../../engine/rule.ts'

export const jsonldNoContext = rule({
  id: 'jsonld-no-context',
  severity: 'warning',
  title: 'JSON-LD without schema.org context',
  passTitle: 'JSON-LD has a schema.org context',
  why: 'Without "@context": "https://schema.org" the terms of a JSON-LD block have no meaning.',
  fix: 'Start the block with "@context": "https://schema.org".',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://schema.org/docs/gs.html',
  needs: ['document', 'structured'],
  messages: {
    noContext: '{affected} JSON-LD {affected:block does|blocks do} not have schema.org as context: {first}',
  },

  check(facts) {
    return evaluateFindings(facts, 'jsonld-no-context', 'noContext')
  },
})
