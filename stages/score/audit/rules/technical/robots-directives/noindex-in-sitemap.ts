import { addressOf } from '#shared/web/address-of.ts'
import { obstaclesFor } from '../../../derived/robots/robots-directives.ts'
import { externalEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const noindexInSitemap = rule({
  id: 'noindex-in-sitemap',
  severity: 'warning',
  title: 'noindex page in the sitemap',
  passTitle: 'Sitemap does not list a noindex page',
  why: 'A sitemap lists the pages that search engines should index; a noindex page in it sends mixed signals.',
  fix: 'Remove the page from the sitemap, or remove noindex.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  needs: ['document', 'http', 'sitemaps', 'request'],
  messages: { listed: 'The page is set to noindex, but {sitemap} lists it.' },

  check({ document, http, sitemaps, request }) {
    const [first] = obstaclesFor({ document, http, request })
    if (first === undefined) return notApplicable
    const own = addressOf(http.finalUrl)
    const entry = sitemaps.matches.find(({ loc }) => {
      const url = URL.parse(loc)
      return url !== null && addressOf(url) === own
    })
    if (entry !== undefined) {
      const evidence = [first.evidence, externalEvidence(`${entry.sitemap}: ${entry.loc}`)]
      return fail('listed', { values: { sitemap: entry.sitemap }, evidence })
    }
    if (!sitemaps.isComplete) return notDecidable('sitemap_not_read_in_full')
    return sitemaps.files.some(({ kind }) => kind !== 'other') ? pass : notApplicable
  },
})
