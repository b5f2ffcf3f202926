import { expect } from 'chai'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { workerService } from '#test/support/service/worker-service.ts'
import { openOwnSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'
import { type PageRow, type ReportClient, reportClient } from './report-client.ts'

const html =
  (text: string, headers: Readonly<Record<string, string>> = {}): Route =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
    response.end(text)
  }
const page = (title: string, ...links: string[]) =>
  html(`<!doctype html><title>${title}</title>${links.map((to) => `<a href="${to}">${to}</a>`).join('')}`)
const refresh = (content: string) =>
  html(`<!doctype html><meta http-equiv=refresh content="${content}"><title>Wait</title>`)

const routes: Readonly<Record<string, Route>> = {
  '/': html('<HTML><HEAD><META HTTP-EQUIV=REFRESH CONTENT="0; URL=/site/"></META></HEAD></HTML>'),
  '/by-header': html('<!doctype html><title>Wait</title>', { refresh: '0; url=/site/' }),
  '/site/': page('Site', '/site/a', '/stub', '/late', '/round/1', '/own', '/script'),
  '/site/a': page('A', '/site/'),
  '/stub': refresh("0;URL='site/b'"),
  '/site/b': page('B', '/site/'),
  '/late': refresh('5,/site/c'),
  '/site/c': page('C', '/site/'),
  '/round/1': refresh('0;2'),
  '/round/2': refresh('0;1'),
  '/own': refresh('0;url=#top'),
  '/script': refresh('0;url=javascript:alert(1)'),
  '/sitemap.xml': (_, response) => void response.writeHead(404).end(),
}

describe('a crawl of pages that send on', function () {
  this.timeout(120_000)
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

  const stateOf = ({ url, status, depth, redirected_to: to, indexable }: PageRow) => [
    ...[new URL(url).pathname, status, depth],
    ...[to === null ? null : new URL(String(to)).pathname, indexable],
  ]

  for (const start of ['/', '/by-header'])
    it(`goes on behind its start page: ${start}`, async () => {
      const id = await client.submit({ operation: 'metadata', crawl: { seeds: [site.url(start)] } })
      const report = await client.complete(id)
      const rows = (await client.pages(id)).map(stateOf)
      expect(rows.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))).to.deep.equal([
        [start, 200, 0, '/site/', false],
        ['/late', 200, 1, null, true],
        ['/own', 200, 1, null, true],
        ['/round/1', 200, 1, '/round/2', false],
        ['/round/2', 200, 1, '/round/1', false],
        ['/script', 200, 1, null, true],
        ['/site/', 200, 0, null, true],
        ['/site/a', 200, 1, null, true],
        ['/site/b', 200, 1, null, true],
        ['/site/c', 200, 2, null, true],
        ['/stub', 200, 1, '/site/b', false],
      ])
      expect(report.pages).to.deep.include({ total: 11, indexable: 7, by_depth: { 0: 2, 1: 8, 2: 1 } })
      const urlsOf = (rule: string) =>
        report.site_issues
          .find((one) => one.id === rule)
          ?.items.map(({ url }) => new URL(String(url)).pathname)
      expect(urlsOf('site-redirect-loop')).to.deep.equal(['/round/1', '/round/2'])
      expect(urlsOf('site-link-to-redirect')).to.deep.equal(['/round/1', '/stub'])
    })

  it('respects its depth and its scope', async () => {
    const depthless = { seeds: [site.url('/')], max_depth: 0 }
    for (const operation of ['metadata', 'seo-audit']) {
      const id = await client.submit({ operation, crawl: depthless })
      await client.complete(id)
      const urls = (await client.pages(id)).map(({ url }) => new URL(url).pathname)
      expect(urls.toSorted(), operation).to.deep.equal(['/', '/site/'])
    }
    const id = await client.submit({
      operation: 'metadata',
      crawl: { seeds: [site.url('/')], exclude: ['/site/*'] },
    })
    await client.complete(id)
    expect((await client.pages(id)).map(stateOf)).to.deep.equal([['/', 200, 0, '/site/', false]])
  })
})
