import { externalEvidence, fail, notDecidable, pass, rule } from '../../../engine/rule.ts'

const GOOD_MS = 800

export const ttfbSlow = rule({
  id: 'ttfb-slow',
  severity: 'warning',
  title: 'Slow server response',
  passTitle: 'Server responds quickly',
  why: 'The browser can show nothing before the first byte arrives. This is a single measurement from where the audit ran; visitors elsewhere may see other times.',
  fix: 'Cache pages, serve them from a location close to your visitors, and remove redirects.',
  effort: 'days',
  impact: 'high',
  fixable: true,
  reference: 'https://web.dev/articles/ttfb',
  needs: ['http'],
  messages: {
    slow: 'The first byte arrived after {milliseconds} ms, including {redirects} {redirects:redirect|redirects}; up to {good} ms is good.',
  },
  thresholds: { good: 'up to 800 ms', needs_improvement: '800 to 1,800 ms', poor: 'more than 1,800 ms' },

  check({ http: { ttfbMs, redirects, finalUrl } }) {
    if (ttfbMs === null) return notDecidable('not_measured')
    const milliseconds = Math.round(ttfbMs)
    if (milliseconds <= GOOD_MS) return pass
    const hops = redirects
      .slice(0, 9)
      .map(({ url, status, location }) => externalEvidence(`${url} → ${location} (${status})`))
    const values = { milliseconds, redirects: redirects.length, good: GOOD_MS }
    return fail('slow', {
      values,
      evidence: [...hops, externalEvidence(`${finalUrl.href}: ${milliseconds} ms`)],
    })
  },
})
