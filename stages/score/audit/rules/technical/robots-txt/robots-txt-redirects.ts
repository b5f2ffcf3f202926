import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** RFC 9309, section 2.3.1.2: crawlers should follow at least five redirects. */
const MOST_REDIRECTS = 5

export const robotsTxtRedirects = rule({
  id: 'robots-txt-redirects',
  severity: 'warning',
  title: 'robots.txt behind too many redirects',
  passTitle: 'robots.txt needs few redirects',
  why: 'Crawlers follow five redirects and then behave as if there were no robots.txt.',
  fix: 'Serve robots.txt at its own URL without redirects.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://www.rfc-editor.org/rfc/rfc9309#name-redirects',
  needs: ['robots'],
  messages: { tooMany: 'robots.txt is behind {count} redirects; crawlers follow {max}.' },

  check({ robots: { redirects } }) {
    if (redirects.length === 0) return notApplicable
    if (redirects.length <= MOST_REDIRECTS) return pass
    const evidence = redirects.map(({ url, status, location }) =>
      externalEvidence(`${url} → ${location} (${status})`),
    )
    return fail('tooMany', { values: { count: redirects.length, max: MOST_REDIRECTS }, evidence })
  },
})
