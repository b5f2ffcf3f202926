import { elementsBeyondCutoff, GOOGLE_CUTOFF } from '../../../derived/head/google-cutoff.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const htmlOver2mb = rule({
  id: 'html-over-2mb',
  severity: 'error',
  title: 'HTML larger than Google reads',
  passTitle: "HTML size is within Google's limit",
  why: 'For Search, Googlebot reads the first 2 MB of a page, uncompressed; anything after that is not indexed.',
  fix: 'Move inline data, styles, scripts and images into separate files, or split the page.',
  effort: 'days',
  impact: 'high',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/googlebot',
  needs: ['document', 'http'],
  messages: { tooLarge: 'The HTML is {bytes} bytes; Googlebot reads the first {max}.' },
  thresholds: { good: 'up to 1 MiB', needs_improvement: 'up to 2 MiB', poor: 'over 2 MiB' },

  check({ document, http }) {
    if (http.bodyBytes <= GOOGLE_CUTOFF) return pass
    // Metadata behind the limit is reported by metadata-beyond-cutoff.
    if (elementsBeyondCutoff(document, http).length > 0) return notApplicable
    return fail('tooLarge', { values: { bytes: http.bodyBytes, max: GOOGLE_CUTOFF } })
  },
})
