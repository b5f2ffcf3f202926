import { foundSitemaps } from '../../../derived/sitemap/sitemaps.ts'
import { externalEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const sitemapNotInRobots = rule({
  id: 'sitemap-not-in-robots',
  severity: 'info',
  title: 'robots.txt names the sitemap',
  why: 'Every search engine finds a sitemap that robots.txt names; of one that it does not name you have to tell each.',
  fix: 'Add the line "Sitemap: " with the full address to robots.txt.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  needs: ['sitemaps', 'robots'],
  messages: { unnamed: 'There is a sitemap at {url}, but robots.txt does not name it.' },

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
