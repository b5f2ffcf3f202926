import { evaluateLastmods, foundSitemaps } from '../../../derived/sitemap/sitemaps.ts'
import { rule } from '../../../engine/rule.ts'

export const sitemapLastmodInvalid = rule({
  id: 'sitemap-lastmod-invalid',
  severity: 'warning',
  title: 'Dates of the sitemap are W3C dates',
  why: 'Search engines use lastmod to see what changed. A date in another form than W3C Datetime is ignored.',
  fix: 'Write dates like 2026-03-01 or 2026-03-01T12:00:00+00:00.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://www.sitemaps.org/protocol.html',
  needs: ['sitemaps'],
  messages: { invalid: '{affected} of {total} entries have an unreadable lastmod, such as "{first}".' },

  check({ sitemaps }) {
    return evaluateLastmods(foundSitemaps(sitemaps), 'invalid', ({ lastmodInvalid }) => lastmodInvalid)
  },
})
