import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const redirectChain = rule({
  id: 'redirect-chain',
  severity: 'warning',
  title: 'Page is reached by one redirect at most',
  why: 'Each redirect costs visitors a round trip, and Google follows no more than ten.',
  fix: 'Redirect the first address straight to the last.',
  effort: 'hours',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  needs: ['http'],
  messages: { chain: '{count} redirects lead to the page.' },
  thresholds: { good: 'up to 1 redirect', needs_improvement: '2 redirects', poor: '3 or more redirects' },

  check({ http: { redirects } }) {
    if (redirects.length === 0) return notApplicable
    if (redirects.length === 1) return pass
    const evidence = redirects.map(({ url, status, location }) =>
      externalEvidence(`${url} ${status} ${location}`),
    )
    return fail('chain', { values: { count: redirects.length }, evidence })
  },
})
