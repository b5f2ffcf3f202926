import { externalEvidence, fail, pass, rule } from '../../../engine/rule.ts'

export const status4xx = rule({
  id: 'status-4xx',
  severity: 'error',
  title: 'Page returns a 4xx client error',
  passTitle: 'Page does not return a client error',
  why: 'Google does not index pages that return a 4xx status, and drops indexed pages that start to return one.',
  fix: 'Restore the page, or redirect its URL permanently to a replacement.',
  effort: 'hours',
  impact: 'high',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  needs: ['http'],
  messages: { error: 'The page returns HTTP status {status}.' },

  check({ http: { status } }) {
    if (status < 400 || status > 499) return pass
    return fail('error', { values: { status }, evidence: [externalEvidence(`HTTP ${status}`)] })
  },
})
