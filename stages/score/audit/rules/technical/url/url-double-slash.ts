import { externalEvidence, fail, pass, rule } from '../../../engine/rule.ts'

export const urlDoubleSlash = rule({
  id: 'url-double-slash',
  severity: 'info',
  title: 'Multiple slashes in the URL',
  passTitle: 'URL path has no multiple slashes',
  why: 'An empty path segment creates another URL for the same page, usually because of an error in a link or template.',
  fix: 'Find where the second slash comes from, and redirect the URL to the one without it.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  needs: ['http'],
  messages: { doubled: 'The path {path} contains two slashes in a row.' },

  check({ http: { finalUrl } }) {
    // Archives and proxies have whole URLs in their paths.
    if (!/(?<!:)\/\//.test(finalUrl.pathname)) return pass
    const values = { path: finalUrl.pathname.slice(0, 200) }
    return fail('doubled', { values, evidence: [externalEvidence(finalUrl.href)] })
  },
})
