import { externalEvidence, fail, pass, rule } from '../../../engine/rule.ts'

export const urlDoubleSlash = rule({
  id: 'url-double-slash',
  severity: 'info',
  title: 'URL path has single slashes',
  why: 'An empty path segment makes another address of the same page, mostly by a mistake in a link or template.',
  fix: 'Find what writes the second slash, and redirect the address to the one without.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  needs: ['http'],
  messages: { doubled: 'The path {path} has two slashes in a row.' },

  check({ http: { finalUrl } }) {
    // Archives and proxies have whole URLs in their paths.
    if (!/(?<!:)\/\//.test(finalUrl.pathname)) return pass
    const values = { path: finalUrl.pathname.slice(0, 200) }
    return fail('doubled', { values, evidence: [externalEvidence(finalUrl.href)] })
  },
})
