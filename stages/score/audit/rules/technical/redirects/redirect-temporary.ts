import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const redirectTemporary = rule({
  id: 'redirect-temporary',
  severity: 'info',
  title: 'Temporary redirects',
  passTitle: 'Redirects are permanent',
  why: 'After a temporary redirect Google may keep the old URL in its results; a permanent one tells it to index the new URL.',
  fix: 'Use status 301 or 308 if the move is permanent.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
  needs: ['http'],
  messages: {
    temporary: '{affected} of {total} {total:redirect|redirects} {affected:is|are} temporary: {first}',
  },

  check({ http: { redirects } }) {
    if (redirects.length === 0) return notApplicable
    const found = redirects.filter(({ status }) => status === 302 || status === 303 || status === 307)
    if (found.length === 0) return pass
    const extent = { affected: found.length, total: redirects.length }
    const evidence = found.map(({ url, status, location }) =>
      externalEvidence(`${url} → ${location} (${status})`),
    )
    return fail('temporary', { evidence, extent })
  },
})
