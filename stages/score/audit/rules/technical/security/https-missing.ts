import { isPrivateHost } from '../../../derived/page/page-address.ts'
import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const httpsMissing = rule({
  id: 'https-missing',
  severity: 'error',
  title: 'Page not served over HTTPS',
  passTitle: 'Page is served over HTTPS',
  why: 'Without HTTPS anyone on the network can read and change the page; browsers label it "Not secure", and Google prefers HTTPS pages.',
  fix: 'Get a certificate, serve the site over HTTPS and redirect HTTP to it.',
  effort: 'hours',
  impact: 'high',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/lighthouse/best-practices/is-on-https',
  excludes:
    'Hosts on this machine or in a private network, and names that the public DNS does not have, such as those below localhost or test.',
  needs: ['http'],
  messages: { missing: 'The page is served over plain HTTP.' },

  check({ http: { finalUrl, redirects } }) {
    if (finalUrl.protocol === 'https:') return pass
    // Private hosts such as localhost need no https (RFC 6761). A redirect from https to http is reported by
    // redirect-downgrade.
    if (isPrivateHost(finalUrl)) return notApplicable
    if (redirects.some(({ url }) => url.startsWith('https:'))) return notApplicable
    return fail('missing', { evidence: [externalEvidence(finalUrl.href)] })
  },
})
