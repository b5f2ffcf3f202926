import { isAddress, isPrivateHost } from '../../../derived/page/page-address.ts'
import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Half a year, the minimum of Mozilla's guidelines. */
const SHORTEST_SECONDS = 15_768_000

export const hstsMissing = rule({
  id: 'hsts-missing',
  severity: 'info',
  title: 'No HSTS (Strict-Transport-Security)',
  passTitle: 'Strict-Transport-Security is set',
  why: "With Strict-Transport-Security browsers use HTTPS from the start, so nobody can intercept a visitor's first plain HTTP request.",
  fix: 'Send Strict-Transport-Security: max-age=31536000; includeSubDomains.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://www.rfc-editor.org/rfc/rfc6797',
  excludes: 'IP addresses, and names that the public DNS does not have.',
  needs: ['http'],
  messages: {
    missing: 'The Strict-Transport-Security header is missing.',
    short: 'Strict-Transport-Security is valid for only {seconds} seconds.',
    invalid: 'Strict-Transport-Security has no max-age.',
  },

  check({ http }) {
    // Browsers ignore it over http and for IP addresses (RFC 6797, section 8.1).
    if (http.finalUrl.protocol !== 'https:') return notApplicable
    if (isPrivateHost(http.finalUrl) || isAddress(http.finalUrl)) return notApplicable
    // Only the first header counts (RFC 6797, section 8.1).
    const [value] = http.header('strict-transport-security')
    if (value === undefined) return fail('missing')
    const seconds = /(?:^|;)\s*max-age\s*=\s*"?(\d+)/i.exec(value)?.[1]
    const evidence = [externalEvidence(`Strict-Transport-Security: ${value}`)]
    if (seconds === undefined) return fail('invalid', { evidence })
    if (Number(seconds) >= SHORTEST_SECONDS) return pass
    return fail('short', { values: { seconds }, evidence })
  },
})
