import { expect } from 'chai'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { workerService } from '#test/support/service/worker-service.ts'
import { openOwnSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'
import { type PageRow, type ReportClient, reportClient } from './report-client.ts'

const html =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Route =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers })
    response.end(`<!doctype html><title>${status}</title>${body}`)
  }
const to =
  (status: number, location: string): Route =>
  (_, response) =>
    void response.writeHead(status, { location }).end()
const plain =
  (status: number, headers: Readonly<Record<string, string>>, body = ''): Route =>
  (_, response) =>
    void response.writeHead(status, headers).end(body)

/** What the pages of each path respond, and are in a report. */
const errors = {
  '/busy': 503,
  '/much': 429,
  '/broken': 500,
  '/gone': 404,
  '/secret': 403,
  '/data': 404,
  '/nothing': 410,
} as const
/** Each attempt for one of these waits. */
const slow: readonly string[] = ['/busy', '/much']
const linked = [...Object.keys(errors), '/old', '/moved', '/closed']
const linksTo = (paths: readonly string[]) => paths.map((path) => `<a href="${path}">${path}</a>`).join('')

const routes: Readonly<Record<string, Route>> = {
  '/': html(200, linksTo(linked)),
  '/quick': html(200, linksTo(linked.filter((path) => !slow.includes(path)))),
  '/busy': html(503, '<h1>Busy</h1>', { 'retry-after': '1' }),
  '/much': html(429, '<h1>Slower</h1>', { 'retry-after': '1' }),
  '/broken': html(500, '<h1>Broken</h1>'),
  '/gone': html(404, '<h1>Gone</h1>'),
  '/secret': html(403, '<h1>Secret</h1>'),
  '/data': plain(404, { 'content-type': 'application/json' }, '{"error":"no"}'),
  '/nothing': plain(410, {}),
  '/old': to(302, '/away'),
  '/away': html(404, '<h1>Away</h1>'),
  '/moved': to(301, '/new'),
  '/new': html(200, '<p>The new page</p>'),
  '/sitemap.xml': plain(404, {}),
  '/closed': (request) => void request.socket.destroy(),
  '/start': html(500, '<h1>Broken</h1>'),
}

describe('pages that respond with an error', function () {
  this.timeout(180_000)
  let fixture: UsedService
  let site: TargetSite
  let client: ReportClient

  before(async () => {
    site = await openOwnSite({ routes })
    fixture = await workerService()
    client = reportClient(fixture.url, fixture.key)
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  const byUrl = (rows: readonly PageRow[]) => new Map(rows.map((row) => [row.url, row]))

  for (const [operation, start, asked] of [
    ['metadata', '/', Object.entries(errors)],
    ['seo-audit', '/quick', Object.entries(errors).filter(([path]) => !slow.includes(path))],
  ] as const)
    it(`are pages of the report with their status: a crawl of ${operation}`, async () => {
      const parameters = operation === 'seo-audit' ? { vitals: 'none' } : {}
      const id = await client.submit({ operation, parameters, crawl: { seeds: [site.url(start)] } })
      const report = await client.complete(id)
      const rows = await client.pages(id)
      const found = byUrl(rows)
      for (const [path, status] of asked)
        expect(found.get(site.url(path)), path).to.include({ status, code: null, indexable: false })
      expect(found.get(site.url('/old'))).to.include({ status: 302, redirected_to: site.url('/away') })
      expect(found.get(site.url('/away'))).to.include({ status: 404, redirected_to: null, indexable: false })
      expect(found.get(site.url('/moved'))).to.include({ status: 301, redirected_to: site.url('/new') })
      expect(found.get(site.url('/new'))).to.include({ status: 200, indexable: true, title: '200' })
      // Besides the errors: the start page, two redirects with their ends, and what does not respond.
      expect(rows).to.have.length(asked.length + 6)
      expect(report.pages).to.deep.include({
        ...{ total: rows.length, indexable: 2, not_indexable: asked.length + 3, failed: 1, unknown: 0 },
        by_status: {
          ...{ 200: 2, 301: 1, 302: 1, 403: 1, 404: 3, 410: 1, 500: 1 },
          ...(start === '/' && { 429: 1, 503: 1 }),
        },
        by_code: { URL_UNREACHABLE: 1 },
      })
      const broken = report.site_issues.find(({ id: rule }) => rule === 'site-broken-link')?.items ?? []
      // 429 says nothing about the page; what does not respond is broken as well.
      expect(broken.map(({ url, status }) => [url, status])).to.deep.equal(
        [
          ...asked.filter(([, status]) => status !== 429),
          ...[['/old', 404] as const, ['/closed', null] as const],
        ]
          .map(([path, status]) => [site.url(path), status])
          .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      )
      for (const { sources } of broken)
        expect((sources as { url: string }[]).map(({ url }) => url)).to.deep.equal([site.url(start)])
    })

  it('are so in a list of snapshots and of measurements', async () => {
    const paths = ['/gone', '/nothing', '/new']
    for (const operation of ['snapshot', 'performance']) {
      const id = await client.submit({ operation, urls: paths.map((path) => site.url(path)) })
      const { pages } = await client.complete(id)
      expect(pages, operation).to.deep.include({
        total: 3,
        not_indexable: 2,
        unknown: 1,
        failed: 0,
        by_code: {},
      })
      const found = byUrl(await client.pages(id))
      expect(found.get(site.url('/gone'))).to.include({ status: 404, indexable: false, code: null })
      expect(found.get(site.url('/nothing'))).to.include({ status: 410, indexable: false, code: null })
      expect(found.get(site.url('/new'))).to.include({ indexable: null, code: null })
    }
  })

  it('leave a site without a score where no other page was read', async () => {
    const id = await client.submit({ operation: 'seo-audit', crawl: { seeds: [site.url('/start')] } })
    const report = (await client.complete(id)) as { readonly score: unknown } & Awaited<
      ReturnType<ReportClient['complete']>
    >
    expect(report.pages).to.deep.include({ total: 1, not_indexable: 1, failed: 0, by_status: { 500: 1 } })
    expect([report.score, report.scores]).to.deep.equal([null, null])
    expect(await client.text(id, 'report', 'text/markdown')).to.include(
      'No page that can be indexed was read',
    )
    expect(await client.text(id, 'report', 'text/html')).to.include('No page that can be indexed was read')
  })
})
