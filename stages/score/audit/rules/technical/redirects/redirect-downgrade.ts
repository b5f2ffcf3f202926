import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const redirectDowngrade = rule({
  id: 'redirect-downgrade',
  severity: 'error',
  title: 'Redirect from HTTPS to HTTP',
  passTitle: 'No redirect leaves HTTPS',
  why: 'A redirect from HTTPS to HTTP exposes everything that follows to eavesdropping and tampering, and browsers warn about it.',
  fix: 'Make every redirect point to an HTTPS URL.',
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
      evidence: [externalEvidence(`${url} → ${location} (${status})`)],
    })
  },
})
