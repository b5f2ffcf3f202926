import { otherCanonicalOf } from '../../../derived/canonical/canonicals.ts'
import { isFirstPage, pageNumberOf } from '../../../derived/page/page-address.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const paginationCanonicalFirst = rule({
  id: 'pagination-canonical-first',
  severity: 'warning',
  title: 'Paginated page with page 1 as canonical',
  passTitle: 'Paginated pages are their own canonical',
  why: 'Later pages of a list contain other items than the first. Using page 1 as their canonical hides those items; Google recommends that each page has its own.',
  fix: 'Make each page of the list specify its own URL.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference:
    'https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading',
  needs: ['document', 'http'],
  messages: { first: 'This is page {number} of a list, but its canonical is the first page {url}.' },

  check(facts) {
    const series = pageNumberOf(facts.http.finalUrl)
    const canonical = otherCanonicalOf(facts)
    if (series === null || canonical === null) return notApplicable
    if (!isFirstPage(series, canonical.url)) return pass
    const values = { number: series.number, url: canonical.url.href.slice(0, 200) }
    return fail('first', { values, evidence: [canonical.evidence] })
  },
})
