// own service: it is killed and started again
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { type CrawlSite, openCrawlSite } from '#test/e2e/batches/crawl-site.ts'
import { batchClient } from '#test/support/service/batch-client.ts'
import { onBothSides } from '#test/support/service/both-sides.ts'
import { startParts } from '#test/support/service/service-process.ts'

const PAGES = ['/plain', '/item', '/list']
const urlset = (urls: readonly string[]) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((url) => `<url><loc>${url}</loc></url>`)
    .join('')}</urlset>`

onBothSides('sitemaps of a batch, and kill -9', (open) => {
  let site: CrawlSite
  let isHeld = true
  before(async () => {
    isHeld = true
    site = await openCrawlSite((response, { pathname }) => {
      const pages = PAGES.map((path) => site.origin + path)
      if (pathname === '/first.xml') response.end(urlset(pages.slice(0, 1)))
      else if (pathname !== '/second.xml') response.writeHead(404).end()
      else if (!isHeld) response.end(urlset(pages))
    })
  })
  after(() => site?.close())

  it('are read to the end', async () => {
    const fixture = await open()
    const body = JSON.stringify({
      urls: [],
      sitemaps: ['/first.xml', '/second.xml'].map((path) => site.origin + path),
    })
    const headers = { 'x-api-key': fixture.key, 'content-type': 'application/json' }
    const answer = await fetch(`${fixture.url}/batches`, { method: 'POST', headers, body })
    const { id } = (await answer.json()) as { id: string }
    await eventually(() => site.requests.includes('/second.xml'))
    await fixture.service.kill()
    isHeld = false
    const again = await startParts([], { env: fixture.env })
    try {
      const client = batchClient(again.url, fixture.key)
      const { counts, rejected } = await client.untilEnded(id)
      expect(counts).to.include({ accepted: PAGES.length, done: PAGES.length, failed: 0 })
      expect(rejected).to.deep.equal([])
      const urls: string[] = []
      for await (const { url } of client.results(id)) urls.push(url)
      expect(urls.sort()).to.deep.equal(PAGES.map((path) => site.origin + path).sort())
    } finally {
      await again.stop()
      await fixture.close()
    }
  })
})
