import { evaluateFindings } from '../../../derived/structured/structured-data.ts'
import { rule } from '../../../engine/rule.ts'

export const sdBreadcrumbInvalid = rule({
  id: 'sd-breadcrumb-invalid',
  severity: 'warning',
  title: 'Invalid breadcrumb structured data',
  passTitle: 'Breadcrumb structured data is valid',
  why: 'Google shows a breadcrumb trail only if its steps are numbered from 1 and have links.',
  fix: 'Give the list at least two steps with position, name and, except for the last one, item.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/appearance/structured-data/breadcrumb',
  needs: ['document', 'structured'],
  messages: {
    broken:
      '{affected} of {total} structured data {total:item|items} {affected:is an invalid breadcrumb trail|are invalid breadcrumb trails}. {first}',
  },

  check(facts) {
    return evaluateFindings(facts, 'sd-breadcrumb-invalid', 'broken')
  },
})
