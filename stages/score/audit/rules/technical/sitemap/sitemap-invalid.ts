import { foundSitemaps } from '../../../derived/sitemap/sitemaps.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { externalEvidence, rule } from '../../../engine/rule.ts'

export const sitemapInvalid = rule({
  id: 'sitemap-invalid',
  severity: 'error',
  title: 'Invalid sitemap',
  passTitle: 'Sitemap is valid',
  why: 'Search engines stop at the first error in a sitemap, so everything after it is lost.',
  fix: 'Correct the reported line; generate sitemaps with a tool that escapes special characters.',
  effort: 'hours',
  impact: 'medium',
  fixable: true,
  reference: 'https://www.sitemaps.org/protocol.html',
  needs: ['sitemaps'],
  messages: { invalid: '{affected} of {total} {total:sitemap|sitemaps} cannot be parsed: {first}.' },

  check({ sitemaps }) {
    const files = foundSitemaps(sitemaps).map((file) => ({ ...file, evidence: externalEvidence(file.url) }))
    return evaluateTargets(files, 'invalid', ({ url, fault, kind }) => {
      if (fault !== null) return `${url}, line ${fault.line}: ${fault.message}`
      return kind === 'other' ? `${url}: not a sitemap` : null
    })
  },
})
