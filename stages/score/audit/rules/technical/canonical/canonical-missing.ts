import { canonicalsOf, tokensOf } from '../../../derived/canonical/canonicals.ts'
import { isHeadTruncated } from '../../../derived/head/head-elements.ts'
import { hasNoindex } from '../../../derived/robots/robots-directives.ts'
import { fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const canonicalMissing = rule({
  id: 'canonical-missing',
  severity: 'info',
  title: 'Missing canonical URL',
  passTitle: 'Page has a canonical URL',
  why: 'Google does not require a canonical, but it tells search engines which URL to show when several lead to the same page.',
  fix: 'Add <link rel="canonical" href="…"> with the absolute URL of the page.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: ['document', 'http', 'request'],
  messages: { missing: 'Neither the head nor a Link header specifies a canonical URL.' },

  check({ document, http, request }) {
    if (hasNoindex({ document, http, request }) || http.status >= 400) return notApplicable
    if (canonicalsOf({ document, http }).length > 0) return pass
    // A canonical in the body is reported by metadata-in-body or head-broken.
    if (document.byTag('link').some(({ attribs }) => tokensOf(attribs.rel).includes('canonical')))
      return notApplicable
    return isHeadTruncated(document) ? notDecidable('truncated') : fail('missing')
  },
})
