import { expect } from 'chai'
import { PageRows } from '#stages/batch/site/report/page-rows.ts'
import { siteReportOf } from '#stages/batch/site/report/site-report.ts'
import { siteOf, urlOf } from '#test/support/site/site-builder.ts'

/** A failure as each operation reports an error status. */
const responses = {
  'a body that is no HTML': {
    code: 'UNSUPPORTED_CONTENT',
    details: { content_type: 'text/plain', status_code: 503 },
  },
  'the end of all attempts': { code: 'URL_UNREACHABLE', details: { reason: 'overloaded', status_code: 503 } },
  'an empty body in a browser': {
    code: 'URL_UNREACHABLE',
    details: { reason: 'empty_response', status_code: 503 },
  },
  'a measurement': {
    code: 'PAGE_LOAD_FAILED',
    details: [{ expected: 'an HTTP status below 400', received: '503', path: ['url'] }],
  },
}

describe('failures with a response', () => {
  for (const [what, failure] of Object.entries(responses))
    it(`are pages with their status: ${what}`, () => {
      const site = siteOf({ pages: { '/': { links: ['/x'] } }, failures: { '/x': failure } })
      const rows = new PageRows(site)
      expect(rows.row(1)).to.include({ url: urlOf('/x'), status: 503, code: null, indexable: false })
      const about = { id: 'b', operation: 'metadata', state: 'finished', seeds: [] } as never
      const report = siteReportOf(site, { audits: site.audits, batch: about, complete: true, rules: [] })
      expect(report.pages).to.deep.include({
        ...{ total: 2, indexable: 1, not_indexable: 1, failed: 0, unknown: 0 },
        ...{ by_status: { 200: 1, 503: 1 }, by_code: {} },
      })
      expect(report.site_issues[0]).to.deep.include({
        id: 'site-broken-link',
        items: [{ url: urlOf('/x'), status: 503, sources: [{ url: urlOf('/'), text: '' }] }],
      })
    })

  it('are failures where nothing or the robots.txt responded', () => {
    const site = siteOf({
      pages: { '/': {} },
      failures: {
        '/a': { code: 'URL_UNREACHABLE', details: { reason: 'robots_txt_unreachable', status_code: 503 } },
        '/b': { code: 'URL_UNREACHABLE', details: { reason: 'dns_failure', status_code: null } },
        '/c': { code: 'TIMEOUT' },
        '/d': { code: 'UNSUPPORTED_CONTENT', details: { content_type: 'image/png' } },
      },
    })
    const rows = new PageRows(site)
    expect([1, 2, 3, 4].map((at) => rows.stateOf(at))).to.deep.equal(['failed', 'failed', 'failed', 'failed'])
  })
})
