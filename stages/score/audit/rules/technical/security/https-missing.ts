import { isPrivateHost } from '../../../derived/page/page-address.ts'
import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const httpsMissing = rule({
  id: 'https-missing',
  severity: 'error',
  title: 'Page is served by https',
  why: 'Without https anyone between can read and change the page; browsers call it not secure, and Google prefers https pages.',
  fix: 'Get a certificate, serve the site by https and redirect http to it.',
  effort: 'hours',
  impact: 'high',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/lighthouse/best-practices/is-on-https',
  excludes:
    'Hosts of this machine or of a private network, and names that the public DNS does not have, such as those below localhost or test.',
  needs: ['http'],
  messages: { missing: 'The page is served by plain http.' },

  check({ http: { finalUrl, redirects } }) {
    if (finalUrl.protocol === 'https:') return pass
    // Private hosts such as localhost need no https (RFC 6761). A redirect from https to http is reported by
    // redirect-downgrade.
    if (isPrivateHost(finalUrl)) return notApplicable
    if (redirects.some(({ url }) => url.startsWith('https:'))) return notApplicable
    return fail('missing', { evidence: [externalEvidence(finalUrl.href)] })
  },
})
