import { foundSitemaps } from '../../../derived/sitemap/sitemaps.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { externalEvidence, rule } from '../../../engine/rule.ts'

const MAX_ENTRIES = 50_000
/** Uncompressed bytes. */
const MAX_BYTES = 52_428_800

export const sitemapTooLarge = rule({
  id: 'sitemap-too-large',
  severity: 'error',
  title: 'Sitemap too large',
  passTitle: 'Sitemap is within the limits',
  why: 'A sitemap may contain 50,000 URLs and 50 MB uncompressed. Search engines reject larger ones or read only a part.',
  fix: 'Split it and list the parts in a sitemap index.',
  effort: 'hours',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps',
  needs: ['sitemaps'],
  messages: { large: '{affected} of {total} {total:sitemap|sitemaps} {affected:is|are} too large: {first}.' },
  thresholds: {
    good: 'up to 50,000 URLs and 50 MB',
    needs_improvement: 'none',
    poor: 'more than 50,000 URLs or 50 MB',
  },

  check({ sitemaps }) {
    const files = foundSitemaps(sitemaps).map((file) => ({ ...file, evidence: externalEvidence(file.url) }))
    return evaluateTargets(files, 'large', ({ url, entries, bytes }) => {
      if (entries > MAX_ENTRIES) return `${url} has more than ${MAX_ENTRIES} URLs`
      return bytes > MAX_BYTES ? `${url} has more than 50 MB` : null
    })
  },
})
