import { foundSitemaps } from '../../../derived/sitemap/sitemaps.ts'
import { externalEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const sitemapNotInRobots = rule({
  id: 'sitemap-not-in-robots',
  severity: 'info',
  title: 'Sitemap not referenced in robots.txt',
  passTitle: 'robots.txt references the sitemap',
  why: 'Every search engine finds a sitemap that robots.txt references; otherwise you have to submit it to each of them.',
  fix: 'Add the line "Sitemap: " with the full URL to robots.txt.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  needs: ['sitemaps', 'robots'],
  messages: { unnamed: 'There is a sitemap at {url}, but robots.txt does not reference it.' },

  check({ sitemaps, robots }) {
    const found = foundSitemaps(sitemaps)
    if (found.length === 0) return notApplicable
    if (robots.state === 'unreachable') return notDecidable('robots_txt_unreachable')
    const file = found.find(({ from }) => from === 'default')
    return file === undefined
      ? pass
      : fail('unnamed', { values: { url: file.url }, evidence: [externalEvidence(file.url)] })
  },
})
