import { evaluateLastmods, foundSitemaps } from '../../../derived/sitemap/sitemaps.ts'
import { rule } from '../../../engine/rule.ts'

export const sitemapLastmodFuture = rule({
  id: 'sitemap-lastmod-future',
  severity: 'warning',
  title: 'Dates of the sitemap have come',
  why: 'Google uses lastmod only where it is consistently right. A change that lies in the future cannot be.',
  fix: 'Write when the page last changed, not when the sitemap was made or something will be published.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  needs: ['sitemaps'],
  messages: { future: '{affected} of {total} entries have a lastmod in the future, such as "{first}".' },

  check({ sitemaps }) {
    return evaluateLastmods(foundSitemaps(sitemaps), 'future', ({ lastmodFuture }) => lastmodFuture)
  },
})
