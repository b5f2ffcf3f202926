import { externalEvidence, fail, pass, rule } from '../../../engine/rule.ts'

export const urlUppercase = rule({
  id: 'url-uppercase',
  severity: 'info',
  title: 'URL path is in lower case',
  why: 'Paths that differ only in case are different pages for search engines. Where the server answers both, one page has several addresses.',
  fix: 'Use lower case in new addresses; redirect old ones if you change them.',
  effort: 'hours',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  needs: ['http'],
  messages: { upper: 'The path {path} has upper-case letters.' },

  check({ http: { finalUrl } }) {
    // The hexadecimal digits of an escape do not count as letters of the path (RFC 3986, section 2.1).
    const isUpper = /[A-Z]/.test(finalUrl.pathname.replace(/%[0-9A-F]{2}/gi, ''))
    if (!isUpper) return pass
    return fail('upper', {
      values: { path: finalUrl.pathname.slice(0, 200) },
      evidence: [externalEvidence(finalUrl.href)],
    })
  },
})
