import { foundSitemaps } from '../../../derived/sitemap/sitemaps.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { externalEvidence, rule } from '../../../engine/rule.ts'

export const sitemapInvalid = rule({
  id: 'sitemap-invalid',
  severity: 'error',
  title: 'Sitemap can be read',
  why: 'Search engines stop at the first mistake in a sitemap, so what stands behind it is lost.',
  fix: 'Correct the named line; write sitemaps with a program that escapes special characters.',
  effort: 'hours',
  impact: 'medium',
  fixable: true,
  reference: 'https://www.sitemaps.org/protocol.html',
  needs: ['sitemaps'],
  messages: { invalid: '{affected} of {total} sitemaps cannot be read: {first}.' },

  check({ sitemaps }) {
    const files = foundSitemaps(sitemaps).map((file) => ({ ...file, evidence: externalEvidence(file.url) }))
    return evaluateTargets(files, 'invalid', ({ url, fault, kind }) => {
      if (fault !== null) return `${url}, line ${fault.line}: ${fault.message}`
      return kind === 'other' ? `${url}: it is no sitemap` : null
    })
  },
})
