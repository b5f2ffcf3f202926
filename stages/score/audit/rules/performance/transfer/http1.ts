import { externalEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const http1 = rule({
  id: 'http1',
  severity: 'info',
  title: 'Page not served over HTTP/2',
  passTitle: 'Page is served over HTTP/2',
  why: 'HTTP/1.1 loads one file at a time per connection; HTTP/2 and later load many in parallel.',
  fix: 'Enable HTTP/2 on the server, or put a CDN in front of it.',
  effort: 'hours',
  impact: 'medium',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/performance/insights/modern-http',
  needs: ['http'],
  messages: { old: 'The page was served over HTTP/{version}.' },

  check({ http: { version, finalUrl } }) {
    // Browsers use HTTP/2 with TLS only; missing TLS is reported by https-missing.
    if (finalUrl.protocol !== 'https:') return notApplicable
    if (version === null) return notDecidable('protocol_unknown')
    if (Number(version) >= 2) return pass
    return fail('old', { values: { version }, evidence: [externalEvidence(`HTTP/${version}`)] })
  },
})
