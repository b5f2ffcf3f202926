import { externalEvidence, fail, pass, rule } from '../../../engine/rule.ts'

export const nosniffMissing = rule({
  id: 'nosniff-missing',
  severity: 'info',
  title: 'No X-Content-Type-Options: nosniff',
  passTitle: 'X-Content-Type-Options is nosniff',
  why: 'Without X-Content-Type-Options browsers may treat files uploaded by users as scripts or styles.',
  fix: 'Send X-Content-Type-Options: nosniff.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://fetch.spec.whatwg.org/#x-content-type-options-header',
  needs: ['http'],
  messages: {
    missing: 'The X-Content-Type-Options header is missing.',
    wrong: 'X-Content-Type-Options is "{value}" instead of "nosniff".',
  },

  check({ http }) {
    const values = http.header('x-content-type-options')
    if (values.length === 0) return fail('missing')
    // The first value counts (Fetch, "determine nosniff").
    const value = values.join(',').split(',', 1)[0]?.trim() ?? ''
    if (value.toLowerCase() === 'nosniff') return pass
    return fail('wrong', {
      values: { value: value.slice(0, 100) },
      evidence: [externalEvidence(`X-Content-Type-Options: ${value}`)],
    })
  },
})
