import { evaluateLastmods, foundSitemaps } from '../../../derived/sitemap/sitemaps.ts'
import { rule } from '../../../engine/rule.ts'

export const sitemapLastmodInvalid = rule({
  id: 'sitemap-lastmod-invalid',
  severity: 'warning',
  title: 'Invalid lastmod dates in the sitemap',
  passTitle: 'Sitemap lastmod dates are valid',
  why: 'Search engines use lastmod to see what has changed. A date that is not in W3C Datetime format is ignored.',
  fix: 'Write dates like 2026-03-01 or 2026-03-01T12:00:00+00:00.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://www.sitemaps.org/protocol.html',
  needs: ['sitemaps'],
  messages: {
    invalid:
      '{affected} of {total} sitemap {total:entry|entries} {affected:has|have} an invalid lastmod: "{first}".',
  },

  check({ sitemaps }) {
    return evaluateLastmods(foundSitemaps(sitemaps), 'invalid', ({ lastmodInvalid }) => lastmodInvalid)
  },
})
