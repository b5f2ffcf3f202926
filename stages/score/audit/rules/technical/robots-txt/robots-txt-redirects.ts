import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** RFC 9309, section 2.3.1.2: crawlers should follow at least five redirects. */
const MOST_REDIRECTS = 5

export const robotsTxtRedirects = rule({
  id: 'robots-txt-redirects',
  severity: 'warning',
  title: 'robots.txt is reached by few redirects',
  why: 'Crawlers follow five redirects and then act as if there were no robots.txt.',
  fix: 'Serve robots.txt at its own address without redirects.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://www.rfc-editor.org/rfc/rfc9309#name-redirects',
  needs: ['robots'],
  messages: { tooMany: '{count} redirects lead to robots.txt; crawlers follow {max}.' },

  check({ robots: { redirects } }) {
    if (redirects.length === 0) return notApplicable
    if (redirects.length <= MOST_REDIRECTS) return pass
    const evidence = redirects.map(({ url, status, location }) =>
      externalEvidence(`${url} ${status} ${location}`),
    )
    return fail('tooMany', { values: { count: redirects.length, max: MOST_REDIRECTS }, evidence })
  },
})
