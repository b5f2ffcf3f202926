import { externalEvidence, fail, pass, rule } from '../../../engine/rule.ts'

export const status4xx = rule({
  id: 'status-4xx',
  severity: 'error',
  title: 'Page does not answer with a client error',
  why: 'Google does not index pages that answer with a 4xx status, and drops those that begin to.',
  fix: 'Restore the page, or redirect its address permanently to what replaces it.',
  effort: 'hours',
  impact: 'high',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  needs: ['http'],
  messages: { error: 'The page answers with status {status}.' },

  check({ http: { status } }) {
    if (status < 400 || status > 499) return pass
    return fail('error', { values: { status }, evidence: [externalEvidence(`HTTP ${status}`)] })
  },
})
