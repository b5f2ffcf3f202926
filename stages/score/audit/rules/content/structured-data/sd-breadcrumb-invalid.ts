import { evaluateFindings } from '../../../derived/structured/structured-data.ts'
import { rule } from '../../../engine/rule.ts'

export const sdBreadcrumbInvalid = rule({
  id: 'sd-breadcrumb-invalid',
  severity: 'warning',
  title: 'Breadcrumbs are complete',
  why: 'Google shows a breadcrumb trail only when its steps are numbered from 1 and lead somewhere.',
  fix: 'Give the list at least two steps with position, name and, but for the last one, item.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/appearance/structured-data/breadcrumb',
  needs: ['document', 'structured'],
  messages: { broken: '{affected} of {total} items are a breadcrumb trail with a fault. {first}' },

  check(facts) {
    return evaluateFindings(facts, 'sd-breadcrumb-invalid', 'broken')
  },
})
