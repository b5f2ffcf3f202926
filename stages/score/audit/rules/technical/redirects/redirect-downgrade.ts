import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const redirectDowngrade = rule({
  id: 'redirect-downgrade',
  severity: 'error',
  title: 'No redirect leaves https',
  why: 'A redirect from https to http opens what follows to eavesdropping and change, and browsers warn.',
  fix: 'Let every redirect lead to an https address.',
  effort: 'hours',
  impact: 'high',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/lighthouse/best-practices/is-on-https',
  needs: ['http'],
  messages: { downgrade: '{url} redirects to {location}.' },

  check({ http: { redirects } }) {
    if (!redirects.some(({ url }) => url.startsWith('https:'))) return notApplicable
    const found = redirects.find(
      ({ url, location }) => url.startsWith('https:') && location.startsWith('http:'),
    )
    if (found === undefined) return pass
    const { url, status, location } = found
    return fail('downgrade', {
      values: { url, location },
      evidence: [externalEvidence(`${url} ${status} ${location}`)],
    })
  },
})
