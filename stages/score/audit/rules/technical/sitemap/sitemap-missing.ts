import { hasNoindex } from '../../../derived/robots/robots-directives.ts'
import { foundSitemaps, isAbsent } from '../../../derived/sitemap/sitemaps.ts'
import { externalEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const sitemapMissing = rule({
  id: 'sitemap-missing',
  severity: 'info',
  title: 'Missing sitemap',
  passTitle: 'Site has a sitemap',
  why: 'A sitemap helps search engines find the pages of large, new or sparsely linked sites. Small sites can do without.',
  fix: 'Generate a sitemap, and reference it in robots.txt.',
  effort: 'hours',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  needs: ['document', 'http', 'sitemaps', 'request'],
  messages: {
    none: 'robots.txt references no sitemap, and there is none at {url}.',
    gone: 'robots.txt references the sitemap {url}, which does not exist.',
  },

  check({ document, http, sitemaps, request }) {
    if (hasNoindex({ document, http, request })) return notApplicable
    if (foundSitemaps(sitemaps).length > 0) return pass
    const [first] = sitemaps.files
    if (first === undefined) return notDecidable('not_probed')
    if (!sitemaps.files.every(isAbsent)) return notDecidable('no_answer')
    const message = first.from === 'robots' ? 'gone' : 'none'
    return fail(message, {
      values: { url: first.url },
      evidence: [externalEvidence(`${first.url}: HTTP ${first.status}`)],
    })
  },
})
