import { evaluateLastmods, foundSitemaps } from '../../../derived/sitemap/sitemaps.ts'
import { rule } from '../../../engine/rule.ts'

export const sitemapLastmodFuture = rule({
  id: 'sitemap-lastmod-future',
  severity: 'warning',
  title: 'lastmod dates in the future in the sitemap',
  passTitle: 'Sitemap lastmod dates are not in the future',
  why: 'Google uses lastmod only if it is consistently accurate. A last change cannot be in the future.',
  fix: 'Use the time of the last change to the page, not when the sitemap was generated or something will be published.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
  needs: ['sitemaps'],
  messages: {
    future:
      '{affected} of {total} sitemap {total:entry|entries} {affected:has|have} a lastmod in the future: "{first}".',
  },

  check({ sitemaps }) {
    return evaluateLastmods(foundSitemaps(sitemaps), 'future', ({ lastmodFuture }) => lastmodFuture)
  },
})
