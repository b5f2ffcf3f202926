import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { workerService } from '#test/support/service/worker-service.ts'
import { type ReportClient, reportClient } from './report-client.ts'

/** That of the names of the planted site. */
const ADDRESS = '127.0.0.2'

/** A server that answers by whole URL; it has nothing else. */
async function openServer(bodies: (port: number) => Readonly<Record<string, string>>) {
  let known: Readonly<Record<string, string>> = {}
  const server = createServer((request, response) => {
    const body = known[`http://${request.headers.host}${request.url}`]
    const type = request.url?.endsWith('.xml') ? 'application/xml' : 'text/html'
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type }).end(body ?? 'nothing')
  })
  server.listen(0, ADDRESS)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  known = bodies(port)
  return { server, port }
}

const links = (...urls: readonly string[]) => urls.map((url) => `<a href="${url}">${url}</a>`).join('')
const urlset = (...urls: readonly string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`

describe('a crawl of a domain with several hosts', function () {
  this.timeout(120_000)
  let fixture: UsedService
  let servers: readonly Server[]
  let client: ReportClient
  let [start, www, bare] = ['', '', '']

  before(async () => {
    // The second server has no sitemap.
    const second = await openServer((port) => ({
      [`http://www.planted.test:${port}/x`]: '<title>x</title>',
    }))
    bare = `http://www.planted.test:${second.port}`
    const first = await openServer((port) => {
      start = `http://planted.test:${port}`
      www = `http://www.planted.test:${port}`
      return {
        [`${start}/`]: `<title>start</title>${links(`${start}/a`, `${www}/b`, `${www}/c`, `${bare}/x`)}`,
        [`${start}/a`]: '<title>a</title>',
        [`${start}/sitemap.xml`]: urlset(`${start}/`),
        [`${www}/b`]: '<title>b</title>',
        [`${www}/c`]: '<title>c</title>',
        [`${www}/robots.txt`]: `Sitemap: ${www}/own.xml\n`,
        [`${www}/own.xml`]: urlset(`${www}/b`),
      }
    })
    servers = [first.server, second.server]
    fixture = await workerService()
    client = reportClient(fixture.url, fixture.key)
  })
  after(async () => {
    await fixture?.close()
    for (const server of servers ?? []) {
      server.closeAllConnections()
      server.close()
    }
  })

  it('reads the sitemaps of each, and does not judge pages of a host without one', async () => {
    const id = await client.submit({
      operation: 'metadata',
      crawl: { scope: 'domain', seeds: [`${start}/`] },
    })
    const { site_issues: issues, pages } = await client.complete(id)
    expect(pages).to.include({ total: 5, indexable: 5 })
    const found = issues.find(({ id: rule }) => rule === 'site-not-in-sitemap')?.items
    expect(found).to.deep.equal([{ url: `${start}/a` }, { url: `${www}/c` }])
  })
})
