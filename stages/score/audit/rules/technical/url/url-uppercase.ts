import { externalEvidence, fail, pass, rule } from '../../../engine/rule.ts'

export const urlUppercase = rule({
  id: 'url-uppercase',
  severity: 'info',
  title: 'Uppercase letters in the URL',
  passTitle: 'URL path is in lower case',
  why: 'Search engines treat paths that differ only in case as different pages. If the server responds to both, one page has several URLs.',
  fix: 'Use lower case in new URLs, and redirect old ones if you change them.',
  effort: 'hours',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  needs: ['http'],
  messages: { upper: 'The path {path} contains uppercase letters.' },

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
