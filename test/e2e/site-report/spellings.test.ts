import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { batchClient } from '#test/support/service/batch-client.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { workerService } from '#test/support/service/worker-service.ts'
import { ownNetwork } from '#test/support/sites/own-network.ts'
import { type ReportClient, reportClient } from './report-client.ts'

/** Paths by what they lead to. The menu has the first spelling of each; sitemap, canonical and other pages have another one. */
const written = { cafe: '/caf%c3%a9/', user: '/%7Euser/', slash: '/a%2Fb' }
const elsewhere = { cafe: '/caf%C3%A9/', user: '/~user/', slash: '/a/b' }

const page = (title: string, links: readonly string[], canonical: string) =>
  `<!doctype html><title>${title}</title><link rel="canonical" href="${canonical}">
  ${links.map((link) => `<a href="${link}">${link}</a>`).join('\n')}`

/** Spellings of one URL are one page (RFC 3986, sections 6.2.2.1 and 6.2.2.2); the one that is requested is the site's own. */
describe('pages whose URLs are spelled in several ways', function () {
  this.timeout(120_000)
  let fixture: UsedService
  let client: ReportClient
  const requests: string[] = []
  let origin = ''
  const server = createServer(({ url: path = '/' }, response) => {
    if (path === '/robots.txt') return void response.end(`sitemap: ${origin}/sitemap.xml`)
    if (path === '/sitemap.xml') {
      const listed = ['/', ...Object.values(elsewhere)].map((to) => `<url><loc>${origin}${to}</loc></url>`)
      return void response.end(`<urlset>${listed.join('')}</urlset>`)
    }
    requests.push(path)
    const [name = 'home'] =
      Object.entries({ ...written, both: elsewhere.slash }).find(([, to]) => to === path) ?? []
    const canonical = name in elsewhere ? elsewhere[name as 'cafe'] : path
    const links = path === '/' ? Object.values(written) : ['/', ...Object.values(elsewhere)]
    response
      .setHeader('content-type', 'text/html')
      .end(page(name, links, name === 'slash' ? path : canonical))
  })

  before(async () => {
    server.listen(0, `${ownNetwork()}.2`)
    await once(server, 'listening')
    const { address, port } = server.address() as AddressInfo
    origin = `http://${address}:${port}`
    fixture = await workerService()
    client = reportClient(fixture.url, fixture.key)
  })
  after(async () => {
    await fixture?.close()
    server.closeAllConnections()
    server.close()
  })

  it('are crawled and reported once, as the site wrote them first', async () => {
    const crawl = { operation: 'metadata', crawl: { seeds: [`${origin}/`] } }
    const id = await client.submit(crawl)
    const report = await client.complete(id)
    const rows = await client.pages(id)
    const paths = rows.map(({ url }) => url.replace(origin, '')).toSorted()
    expect(paths).to.deep.equal(['/', written.cafe, written.user, written.slash, elsewhere.slash].toSorted())
    const asked = requests.filter((path) => path !== '/llms.txt')
    for (const other of [elsewhere.cafe, elsewhere.user]) expect(asked).to.not.include(other)
    const rowOf = (path: string) => rows.find(({ url }) => url === origin + path)
    // From the menu, and from each other page by the other spelling.
    expect(rowOf(written.cafe)).to.include({ inlinks: 4, indexable: true })
    expect(rowOf(written.user)).to.include({ inlinks: 4, indexable: true })
    expect(rowOf(written.slash)).to.include({ inlinks: 1 })
    const found = report.site_issues.map(({ id: rule }) => rule)
    for (const rule of ['site-orphan-page', 'site-sitemap-not-indexable', 'site-canonical-chain'])
      expect(found).to.not.include(rule)
    const unlisted = report.site_issues.find(({ id: rule }) => rule === 'site-not-in-sitemap')
    expect(unlisted?.items.map(({ url }) => url)).to.deep.equal([origin + written.slash])
  })

  it('are one start page, and separate lines of a list', async () => {
    const both = [origin + written.cafe, origin + elsewhere.cafe]
    const crawl = { seeds: both, max_depth: 0 }
    const ended = async (body: object) =>
      batchClient(fixture.url, fixture.key).untilEnded(await client.submit(body))
    expect((await ended({ operation: 'metadata', crawl })).counts).to.include({
      accepted: 1,
      rejected: 1,
      done: 1,
    })
    const list = await ended({ operation: 'metadata', urls: both })
    expect(list.counts).to.include({ accepted: 2, rejected: 0, done: 2 })
    const sitemap = await ended({ operation: 'metadata', sitemaps: [`${origin}/sitemap.xml`] })
    expect(sitemap.counts).to.include({ accepted: 4, done: 4 })
  })
})
