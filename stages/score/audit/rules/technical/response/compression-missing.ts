import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** A shorter body fits into one packet uncompressed. */
const SHORTEST_BYTES = 1_400
const encodings = /\b(?:gzip|br|zstd|deflate|compress|dcb|dcz)\b/i

export const compressionMissing = rule({
  id: 'compression-missing',
  severity: 'warning',
  title: 'HTML not compressed',
  passTitle: 'HTML is compressed',
  why: 'Compressed HTML is a fraction of the size, so the page arrives sooner. All browsers and crawlers ask for it.',
  fix: 'Enable Brotli or gzip for text on the server.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/performance/insights/document-latency',
  needs: ['http'],
  messages: {
    missing: 'The HTML ({bytes} bytes) was sent uncompressed although the request allowed compression.',
  },

  check({ http }) {
    if (http.bodyBytes <= SHORTEST_BYTES) return notApplicable
    const value = http.header('content-encoding').join(', ')
    if (encodings.test(value)) return pass
    const evidence = value === '' ? [] : [externalEvidence(`Content-Encoding: ${value}`)]
    return fail('missing', { values: { bytes: http.bodyBytes }, evidence })
  },
})
