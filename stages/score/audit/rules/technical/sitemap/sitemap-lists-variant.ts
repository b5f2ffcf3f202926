import { canonicalOf } from '../../../derived/canonical/canonicals.ts'
import { hasNoindex } from '../../../derived/robots/robots-directives.ts'
import { variantsIn } from '../../../derived/sitemap/sitemaps.ts'
import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const sitemapListsVariant = rule({
  id: 'sitemap-lists-variant',
  severity: 'warning',
  title: 'Sitemap lists a non-canonical URL',
  passTitle: 'Sitemap lists the canonical URL',
  why: 'A sitemap is a hint which URL of a page is canonical. Listing another one contradicts the page.',
  fix: 'List only the canonical URL.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: ['document', 'http', 'sitemaps', 'request'],
  messages: { variant: 'The sitemap lists {loc}, but the canonical URL is {canonical}.' },

  check({ document, http, sitemaps, request }) {
    // A page with noindex is reported by noindex-in-sitemap.
    if (sitemaps.matches.length === 0 || hasNoindex({ document, http, request })) return notApplicable
    const variants = variantsIn({ document, http, sitemaps })
    const [first] = variants
    if (first === undefined) return pass
    const canonical = (canonicalOf({ document, http })?.url ?? http.finalUrl).href
    const evidence = variants.map(({ sitemap, loc }) => externalEvidence(`${sitemap}: ${loc}`))
    return fail('variant', { values: { loc: first.loc, canonical }, evidence })
  },
})
