import { addressOf } from '#shared/web/address-of.ts'
import { otherCanonicalOf } from '../../../derived/canonical/canonicals.ts'
import { hasNoindex } from '../../../derived/robots/robots-directives.ts'
import { foundSitemaps, variantsIn } from '../../../derived/sitemap/sitemaps.ts'
import { externalEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const sitemapPageAbsent = rule({
  id: 'sitemap-page-absent',
  severity: 'info',
  title: 'Page not in the sitemap',
  passTitle: 'Sitemap lists the page',
  why: 'The site has a sitemap, but this page is not in it, so search engines have to discover it through links alone.',
  fix: 'Add the page to the sitemap if it should be found.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  needs: ['document', 'http', 'sitemaps', 'request'],
  messages: { absent: 'The page is not among the {count} {count:URL|URLs} in the sitemaps.' },

  check({ document, http, sitemaps, request }) {
    const found = foundSitemaps(sitemaps)
    const isIndexable = http.status >= 200 && http.status < 300 && !hasNoindex({ document, http, request })
    if (found.length === 0 || !isIndexable || otherCanonicalOf({ document, http }) !== null)
      return notApplicable
    const own = addressOf(http.finalUrl)
    const isListed = sitemaps.matches.some(({ loc }) => {
      const url = URL.parse(loc)
      return url !== null && addressOf(url) === own
    })
    // Another spelling of the URL is reported by sitemap-lists-variant.
    if (isListed || variantsIn({ document, http, sitemaps }).length > 0) return pass
    if (!sitemaps.isComplete) return notDecidable('sitemap_not_read_in_full')
    const count = found.reduce((sum, { entries, kind }) => sum + (kind === 'index' ? 0 : entries), 0)
    return fail('absent', { values: { count }, evidence: found.map(({ url }) => externalEvidence(url)) })
  },
})
