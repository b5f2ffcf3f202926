import { externalEvidence, fail, pass, rule } from '../../../engine/rule.ts'

export const contentTypeWrong = rule({
  id: 'content-type-wrong',
  severity: 'error',
  title: 'Page not served as HTML',
  passTitle: 'Page is served as HTML',
  why: 'Browsers and crawlers rely on the Content-Type header. Without the right one they have to guess, or offer the page as a download.',
  fix: 'Send Content-Type: text/html; charset=utf-8.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://www.rfc-editor.org/rfc/rfc9110#name-content-type',
  needs: ['http'],
  messages: {
    missing: 'The Content-Type header is missing.',
    wrong: 'The page is served as "{type}".',
  },

  check({ http }) {
    const value = http.header('content-type').at(-1)?.trim() ?? ''
    if (value === '') return fail('missing')
    const type = value.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (type === 'text/html' || type === 'application/xhtml+xml') return pass
    return fail('wrong', {
      values: { type: type.slice(0, 100) },
      evidence: [externalEvidence(`Content-Type: ${value}`)],
    })
  },
})
