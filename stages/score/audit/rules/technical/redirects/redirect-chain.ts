import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const redirectChain = rule({
  id: 'redirect-chain',
  severity: 'warning',
  title: 'Redirect chain',
  passTitle: 'Page is reached with at most one redirect',
  why: 'Each redirect costs visitors a round trip, and Google follows no more than ten.',
  fix: 'Redirect the first URL straight to the last one.',
  effort: 'hours',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  needs: ['http'],
  messages: { chain: '{count} redirects lead to the page, starting with {first}.' },
  thresholds: { good: 'up to 1 redirect', needs_improvement: '2 redirects', poor: '3 or more redirects' },

  check({ http: { redirects } }) {
    if (redirects.length === 0) return notApplicable
    if (redirects.length === 1) return pass
    const evidence = redirects.map(({ url, status, location }) =>
      externalEvidence(`${url} → ${location} (${status})`),
    )
    return fail('chain', { values: { count: redirects.length }, evidence })
  },
})
