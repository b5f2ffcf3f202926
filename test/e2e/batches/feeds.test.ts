import { expect } from 'chai'
import { batchClient } from '#test/support/service/batch-client.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { onShared } from '#test/support/service/shared-sides.ts'
import { openOwnSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'
import { auditOf, failedRules } from '../audit/audit-calls.ts'
import { reportClient } from '../site-report/report-client.ts'

const html =
  (body: string): Route =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>Page</title>${body}`)

onShared(['embedded'], 'feeds as sitemaps', (open) => {
  let fixture: UsedService
  let site: TargetSite

  before(async () => {
    const xml =
      (file: () => string): Route =>
      (_, response) =>
        void response.writeHead(200, { 'content-type': 'application/xml' }).end(file())
    const item = (path: string) => `<item><link>${site.url(path)}</link></item>`
    site = await openOwnSite({
      routes: {
        '/robots.txt': (_, response) => void response.end(`Sitemap: ${site.url('/rss.xml')}\n`),
        '/rss.xml': xml(
          () => `<rss version="2.0"><channel>${item('/')}${item('/a')}${item('/orphan')}</channel></rss>`,
        ),
        '/atom.xml': xml(
          () =>
            '<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="a"/></entry><entry><link href="/orphan"/></entry></feed>',
        ),
        '/': html('<a href="/a">A</a><a href="/b">B</a>'),
        '/a': html('<a href="/">Home</a>'),
        '/b': html('<a href="/">Home</a>'),
        '/orphan': html('<a href="/">Home</a>'),
      },
    })
    fixture = await open()
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  for (const [file, paths] of [
    ['/rss.xml', ['/', '/a', '/orphan']],
    ['/atom.xml', ['/a', '/orphan']],
  ] as const) {
    it(`a batch inspects the pages of ${file}`, async () => {
      const client = batchClient(fixture.url, fixture.key)
      const id = await reportClient(fixture.url, fixture.key).submit({
        operation: 'metadata',
        urls: [],
        sitemaps: [site.url(file)],
      })
      const { rejected } = await client.untilEnded(id)
      expect(rejected).to.deep.equal([])
      const urls: string[] = []
      for await (const { url } of client.results(id)) urls.push(url)
      expect(urls.sort()).to.deep.equal(paths.map((path) => site.url(path)))
    })
  }

  it('an audit finds no fault in a feed that robots.txt names, and looks for the page in it', async () => {
    const [listed, other] = [await auditOf(fixture, site.url('/a')), await auditOf(fixture, site.url('/b'))]
    expect(failedRules(listed).filter((rule) => rule.startsWith('sitemap'))).to.deep.equal([])
    expect(failedRules(other).filter((rule) => rule.startsWith('sitemap'))).to.deep.equal([
      'sitemap-page-absent',
    ])
  })

  it('the report of a crawl knows the pages of the feed', async () => {
    const client = reportClient(fixture.url, fixture.key)
    const id = await client.submit({ operation: 'seo-audit', crawl: { seeds: [site.url('/')] } })
    const { site_issues } = await client.complete(id)
    const urlsOf = (wanted: string) =>
      site_issues.filter((issue) => issue.id === wanted).flatMap(({ items }) => items.map(({ url }) => url))
    expect(urlsOf('site-orphan-page')).to.deep.equal([site.url('/orphan')])
    expect(urlsOf('site-not-in-sitemap')).to.deep.equal([site.url('/b')])
  })
})
