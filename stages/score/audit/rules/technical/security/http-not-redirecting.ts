import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import { isPrivateHost } from '../../../derived/page/page-address.ts'
import { externalEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const httpNotRedirecting = rule({
  id: 'http-not-redirecting',
  severity: 'warning',
  title: 'HTTP version does not redirect to HTTPS',
  passTitle: 'HTTP redirects to HTTPS',
  why: 'If the page is also served over plain HTTP, visitors stay unprotected and search engines see two copies of it.',
  fix: 'Redirect all HTTP URLs to HTTPS with status 301 or 308.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/lighthouse/best-practices/redirects-http',
  excludes: 'Hosts on this machine or in a private network, and names that the public DNS does not have.',
  needs: ['http', 'probes'],
  messages: { served: '{url} returns status {status} instead of redirecting to HTTPS.' },

  check({ http: { finalUrl }, probes }) {
    // A URL with another port has no http counterpart.
    if (finalUrl.protocol !== 'https:' || finalUrl.port !== '' || isPrivateHost(finalUrl))
      return notApplicable
    const url = `http:${finalUrl.href.slice('https:'.length).split('#', 1)[0]}`
    const answer = probes.of(url)
    if (answer === undefined || answer.error === 'refused') return notDecidable('not_probed')
    const { status } = answer
    if (status === null || status < 200 || status > 299) return evaluateOther(answer)
    return fail('served', { values: { url, status }, evidence: [externalEvidence(`${url} (${status})`)] })
  },
})

/** Verdict on an answer that is no page. */
function evaluateOther({ url, status, error, location }: ProbeAnswer) {
  // A server that does not listen for http needs no redirect.
  if (status === null) return error === 'connection_failed' ? pass : notDecidable('no_answer')
  const target = status >= 300 && status <= 399 ? URL.parse(location ?? '', url) : null
  if (target === null) return notDecidable('http_refused')
  // Another http URL of the site may still redirect to https.
  return target.protocol === 'https:' ? pass : notDecidable('redirect_not_followed')
}
