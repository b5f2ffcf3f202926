import { policiesOf } from '../../../derived/resources/content-policies.ts'
import { externalEvidence, fail, pass, rule } from '../../../engine/rule.ts'

export const frameOptionsMissing = rule({
  id: 'frame-options-missing',
  severity: 'info',
  title: 'No protection against clickjacking',
  passTitle: 'Page restricts who may frame it',
  why: 'A page that any site may embed in a frame can be laid invisibly over another one to steal clicks.',
  fix: "Send Content-Security-Policy: frame-ancestors 'self', or X-Frame-Options: SAMEORIGIN.",
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/lighthouse/best-practices/clickjacking-mitigation',
  needs: ['document', 'http'],
  messages: {
    missing: 'The page sends neither X-Frame-Options nor a frame-ancestors policy.',
    invalid: 'X-Frame-Options is "{value}", which browsers ignore.',
  },

  check({ document, http }) {
    // frame-ancestors is ignored in a meta element (CSP Level 3, 3.3).
    const policies = policiesOf({ document, http }).filter(({ from }) => from === 'header')
    if (policies.some(({ directives }) => directives.has('frame-ancestors'))) return pass
    const value = http.header('x-frame-options').join(', ')
    if (value === '') return fail('missing')
    const isKnown = value.split(',').every((one) => /^\s*(deny|sameorigin)\s*$/i.test(one))
    return isKnown
      ? pass
      : fail('invalid', {
          values: { value: value.slice(0, 100) },
          evidence: [externalEvidence(`X-Frame-Options: ${value}`)],
        })
  },
})
