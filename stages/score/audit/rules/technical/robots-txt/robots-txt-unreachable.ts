import { externalEvidence, fail, pass, rule } from '../../../engine/rule.ts'

export const robotsTxtUnreachable = rule({
  id: 'robots-txt-unreachable',
  severity: 'error',
  title: 'robots.txt unreachable',
  passTitle: 'robots.txt is reachable',
  why: 'When robots.txt returns a server error or no response at all, crawlers must assume that nothing may be crawled.',
  fix: 'Make /robots.txt return status 200, or 404 if there is none.',
  effort: 'hours',
  impact: 'high',
  fixable: true,
  reference: 'https://www.rfc-editor.org/rfc/rfc9309#name-unreachable-status',
  needs: ['robots'],
  messages: {
    status: '{url} returns status {status}, so crawlers avoid the whole site.',
    noAnswer: '{url} does not respond ({error}), so crawlers avoid the whole site.',
  },

  check({ robots: { state, url, status, error } }) {
    if (state !== 'unreachable') return pass
    if (status === null)
      return fail('noAnswer', { values: { url, error: error ?? 'none' }, evidence: [externalEvidence(url)] })
    return fail('status', { values: { url, status }, evidence: [externalEvidence(`${url} (${status})`)] })
  },
})
