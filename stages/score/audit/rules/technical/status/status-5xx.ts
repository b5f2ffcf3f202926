import { externalEvidence, fail, pass, rule } from '../../../engine/rule.ts'

export const status5xx = rule({
  id: 'status-5xx',
  severity: 'error',
  title: 'Page returns a 5xx server error',
  passTitle: 'Page does not return a server error',
  why: 'Server errors make Google slow down crawling, and pages that keep failing are dropped from the index.',
  fix: 'Find the cause in the server logs.',
  effort: 'hours',
  impact: 'high',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  needs: ['http'],
  messages: { error: 'The page returns HTTP status {status}.' },

  check({ http: { status } }) {
    if (status < 500) return pass
    return fail('error', { values: { status }, evidence: [externalEvidence(`HTTP ${status}`)] })
  },
})
