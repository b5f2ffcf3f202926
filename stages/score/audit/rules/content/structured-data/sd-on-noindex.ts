import { hasNoindex } from '../../../derived/robots/robots-directives.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const sdOnNoindex = rule({
  id: 'sd-on-noindex',
  severity: 'info',
  title: 'Structured data on a noindex page',
  passTitle: 'Page with structured data may be indexed',
  why: 'A noindex page gets no rich results, whatever its markup says.',
  fix: 'Remove noindex if the page should be found; otherwise the markup does no harm.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/structured-data/sd-policies',
  needs: ['document', 'http', 'structured', 'request'],
  messages: { unseen: 'The page has {count} structured data {count:item|items} but is set to noindex.' },

  check({ document, http, structured: { items }, request }) {
    if (items.length === 0) return notApplicable
    return hasNoindex({ document, http, request })
      ? fail('unseen', { values: { count: items.length } })
      : pass
  },
})
