import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { cleanPages, openCleanSite } from '#test/site/clean/site.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { onBothShared } from '#test/support/service/shared-sides.ts'
import type { Route, TargetSite } from '#test/support/sites/target-site.ts'
import { auditOf, failedRules, type WholeAudit } from './audit-calls.ts'

const absent: Route = (_request, response) => void response.writeHead(404).end()

/** A page with issues in every category. */
const faulty = (
  more: string,
) => `<!doctype html><html><head><title>Untitled</title><meta name="robots" content="no-index"></head>
<body>${more}<img src="/icon.png"><h3>Text</h3><a href="/gone">here</a><a href="javascript:go()"></a></body></html>`

const html =
  (body: string): Route =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body)

onBothShared('GET /seo-audit of pages without issues', (open) => {
  let site: TargetSite
  let fixture: UsedService

  before('start the service', async () => {
    site = await openCleanSite({
      '/gone': absent,
      '/faulty': html(faulty('')),
      '/decorated': html(faulty('<img src="/images/cloth.webp" alt="" width="640" height="360">')),
    })
    fixture = await open()
  })
  after('stop it', async () => {
    await fixture?.close()
    await site?.close()
  })

  for (const [path, file] of Object.entries(cleanPages)) {
    it(`finds no issue in ${file}`, async () => {
      const { issues, scoring, diagnostics } = await auditOf(fixture, site.url(path))
      expect(
        issues.map(({ source_rule, message, snippet }) => [source_rule, message, snippet]),
      ).to.deep.equal([])
      expect([scoring.overall, scoring.grade]).to.deep.equal([100, 'A'])
      expect(diagnostics.rules.undecided).to.deep.equal([])
    })
  }

  it('every finding names an authority and a fix', async () => {
    const { issues } = await auditOf(fixture, site.url('/faulty'))
    expect(issues.length).to.be.above(10)
    for (const { docs_url, recommendation, why_it_matters, message, id } of issues) {
      expect(docs_url).to.match(/^https:\/\//)
      for (const text of [recommendation, why_it_matters, message]) expect(text).to.match(/^\S.*[.)]$/s)
      expect(message, id).not.to.match(/[{}]/)
    }
    expect(new Set(issues.map(({ id }) => id)).size).to.equal(issues.length)
  })

  it('two audits of the same page differ only in their times', async () => {
    const [first, second] = [await audited('/faulty'), await audited('/faulty')]
    expect(timeless(second)).to.equal(timeless(first))
  })

  it('a decorative image changes no score', async () => {
    const [plain, decorated] = [await audited('/faulty'), await audited('/decorated')]
    expect(decorated.metrics.images.total).to.equal(plain.metrics.images.total + 1)
    expect(scoresOf(decorated)).to.deep.equal(scoresOf(plain))
  })

  // sitemaps.org: an index lists sitemaps, and both may be compressed.
  it('reads a compressed sitemap of an index', async () => {
    const packed: Route = ({ headers }, response) => {
      const url = `http://${headers.host}/journal/descale-a-kettle`
      const text = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${url}</loc></url></urlset>`
      response.writeHead(200, { 'content-type': 'application/gzip' }).end(gzipSync(text))
    }
    const index: Route = ({ headers }, response) => {
      const text = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>http://${headers.host}/pages.xml.gz</loc></sitemap></sitemapindex>`
      response.writeHead(200, { 'content-type': 'application/xml' }).end(text)
    }
    const indexed = await openCleanSite({ '/sitemap.xml': index, '/pages.xml.gz': packed })
    try {
      const { issues } = await auditOf(fixture, indexed.url('/journal/descale-a-kettle'))
      expect(failedRules({ issues })).to.deep.equal([])
      const home = await auditOf(fixture, indexed.url('/'))
      expect(failedRules(home)).to.include('sitemap-page-absent')
    } finally {
      await indexed.close()
    }
  })

  it('an audit requests robots.txt once', async () => {
    const own = await openCleanSite({ '/faulty': html(faulty('')) })
    try {
      const { indexability } = await auditOf(fixture, own.url('/faulty'))
      expect(indexability.robots_txt).to.include({ allow: true })
      expect(own.hits('/robots.txt')).to.equal(1)
    } finally {
      await own.close()
    }
  })

  describe('without robots.txt and sitemap', () => {
    let bare: TargetSite
    before(async () => {
      bare = await openCleanSite({
        '/robots.txt': absent,
        '/sitemap.xml': absent,
        '/faulty': html(faulty('')),
        '/gone': absent,
      })
    })
    after(() => bare?.close())

    it('scores do not change, and all findings are infos', async () => {
      for (const path of ['/', '/faulty']) {
        const whole = await audited(path)
        const without = await auditOf(fixture, bare.url(path))
        expect(without.indexability.robots_txt).to.include({ allow: true, matched_rule: null })
        expect(scoresOf(without)).to.deep.equal(scoresOf(whole))
        const known = failedRules(whole)
        const more = without.issues.filter(({ source_rule }) => !known.includes(source_rule))
        expect(more.map(({ severity }) => severity).filter((severity) => severity !== 'info')).to.deep.equal(
          [],
        )
      }
    })
  })

  function audited(path: string): Promise<WholeAudit> {
    return auditOf(fixture, site.url(path))
  }
})

function scoresOf({ scoring }: WholeAudit) {
  return { overall: scoring.overall, byCategory: scoring.by_category }
}

/** Values of the moment: times, and the estimate from the time to first byte. */
const momentary = new Set(['scannedAt', 'fetched_at', 'timings_ms', 'ttfb_ms', 'web_vitals'])

function timeless(audit: WholeAudit): string {
  return JSON.stringify(audit, (key, value) => (momentary.has(key) ? undefined : value))
}
