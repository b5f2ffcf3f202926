import { evaluateFindings } from '../../../derived/structured/structured-data.ts'
import { rule } from '../../../engine/rule.ts'

export const jsonldNoContext = rule({
  id: 'jsonld-no-context',
  severity: 'warning',
  title: 'JSON-LD names schema.org as its vocabulary',
  why: 'Without "@context": "https://schema.org" the words of a JSON-LD block mean nothing to those who read it.',
  fix: 'Begin the block with "@context": "https://schema.org".',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://schema.org/docs/gs.html',
  needs: ['document', 'structured'],
  messages: { noContext: '{affected} JSON-LD blocks do not name schema.org as their context. {first}' },

  check(facts) {
    return evaluateFindings(facts, 'jsonld-no-context', 'noContext')
  },
})
