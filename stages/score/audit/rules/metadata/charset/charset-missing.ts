import { charsetMetas, transportCharset } from '../../../derived/head/charset-declarations.ts'
import { fail, pass, rule } from '../../../engine/rule.ts'

export const charsetMissing = rule({
  id: 'charset-missing',
  severity: 'error',
  title: 'Missing character encoding',
  passTitle: 'Character encoding is declared',
  why: 'Without a declared character encoding browsers and crawlers have to guess, and non-English characters may be garbled.',
  fix: 'Send "Content-Type: text/html; charset=utf-8", or start the head with <meta charset="utf-8">.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/lighthouse/best-practices/charset',
  needs: ['document', 'http'],
  messages: { missing: 'Neither the Content-Type header nor a meta element declares a character encoding.' },

  check({ document, http }) {
    // The encoding that browsers found is declared, wherever they found it (HTML Standard, 13.2.3.2).
    if (['bom', 'meta'].includes(http.charsetSource) || transportCharset(http) !== null) return pass
    // A late declaration is reported by charset-late.
    return charsetMetas(document).some(({ name }) => name !== null) ? pass : fail('missing')
  },
})
