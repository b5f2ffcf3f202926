import { externalEvidence, fail, pass, rule } from '../../../engine/rule.ts'

export const robotsTxtUnreachable = rule({
  id: 'robots-txt-unreachable',
  severity: 'error',
  title: 'robots.txt can be read',
  why: 'When robots.txt answers with a server error or not at all, crawlers must assume that nothing may be crawled.',
  fix: 'Let /robots.txt answer with status 200, or 404 when there is none.',
  effort: 'hours',
  impact: 'high',
  fixable: true,
  reference: 'https://www.rfc-editor.org/rfc/rfc9309#name-unreachable-status',
  needs: ['robots'],
  messages: {
    status: '{url} answers with status {status}, so crawlers stay away from the whole site.',
    noAnswer: '{url} gives no answer ({error}), so crawlers stay away from the whole site.',
  },

  check({ robots: { state, url, status, error } }) {
    if (state !== 'unreachable') return pass
    if (status === null)
      return fail('noAnswer', { values: { url, error: error ?? 'none' }, evidence: [externalEvidence(url)] })
    return fail('status', { values: { url, status }, evidence: [externalEvidence(`${url} ${status}`)] })
  },
})
