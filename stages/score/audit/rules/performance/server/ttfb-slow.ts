import { externalEvidence, fail, notDecidable, pass, rule } from '../../../engine/rule.ts'

const GOOD_MS = 800

export const ttfbSlow = rule({
  id: 'ttfb-slow',
  severity: 'warning',
  title: 'Server answers fast',
  why: 'Nothing can be shown before the first byte is there. This is one sample from where the audit ran; visitors elsewhere may wait longer or shorter.',
  fix: 'Cache pages, serve them from near the visitors, and remove redirects.',
  effort: 'days',
  impact: 'high',
  fixable: true,
  reference: 'https://web.dev/articles/ttfb',
  needs: ['http'],
  messages: {
    slow: 'The first byte came after {milliseconds} ms, {redirects} redirects included; up to {good} ms is good.',
  },
  thresholds: { good: 'up to 800 ms', needs_improvement: '800 to 1,800 ms', poor: 'more than 1,800 ms' },

  check({ http: { ttfbMs, redirects, finalUrl } }) {
    if (ttfbMs === null) return notDecidable('not_measured')
    const milliseconds = Math.round(ttfbMs)
    if (milliseconds <= GOOD_MS) return pass
    const hops = redirects
      .slice(0, 9)
      .map(({ url, status, location }) => externalEvidence(`${url} ${status} ${location}`))
    const values = { milliseconds, redirects: redirects.length, good: GOOD_MS }
    return fail('slow', {
      values,
      evidence: [...hops, externalEvidence(`${finalUrl.href}: ${milliseconds} ms`)],
    })
  },
})
