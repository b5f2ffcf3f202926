import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { type BatchAnswer, type BatchLine, batchClient } from '#test/support/service/batch-client.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { onBothShared } from '#test/support/service/shared-sides.ts'
import { type CrawlSite, openCrawlSite } from './crawl-site.ts'

/** For a busy machine. */
const LIMIT_MS = 100_000

type CrawlLine = BatchLine & { readonly depth: number; readonly from: string | null }

const headersOf = ({ key }: UsedService) => ({ 'x-api-key': key, 'content-type': 'application/json' })
const clientOf = ({ url, key }: UsedService) => batchClient(url, key)

async function post(service: UsedService, body: object): Promise<BatchAnswer> {
  const request = { method: 'POST', headers: headersOf(service), body: JSON.stringify(body) }
  const answer = await fetch(`${service.url}/batches`, request)
  const text = await answer.text()
  expect(answer.status, text).to.equal(202)
  return JSON.parse(text)
}

async function linesOf(service: UsedService, id: string): Promise<CrawlLine[]> {
  const lines: CrawlLine[] = []
  for await (const line of clientOf(service).results(id)) lines.push(line as CrawlLine)
  return lines
}

/** Runs a batch to its end. */
async function run(service: UsedService, body: object): Promise<{ status: BatchAnswer; lines: CrawlLine[] }> {
  const { id } = await post(service, body)
  const status = await clientOf(service).untilEnded(id)
  return { status, lines: await linesOf(service, id) }
}

const urlset = (urls: readonly string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((url) => `<url><loc>${url}</loc></url>`)
    .join('')}</urlset>`
const index = (urls: readonly string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`

onBothShared('crawls', (open) => {
  let fixture: UsedService
  let site: CrawlSite

  before(async () => {
    site = await openCrawlSite()
    fixture = await open()
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  const paths = (lines: readonly CrawlLine[]) => lines.map(({ url }) => url.replace(site.origin, ''))

  it('inspects each page of a site once, and no excluded page', async () => {
    site.requests.length = 0
    const crawl = { scope: 'host', exclude: ['*/secret/*'] }
    const { status, lines } = await run(fixture, { urls: [`${site.origin}/`], crawl })
    expect(paths(lines).sort()).to.deep.equal([
      '/',
      '/behind-moved',
      '/cart',
      '/closed',
      '/forbidden',
      '/gone',
      '/item',
      '/list',
      '/loop/',
      '/loop/loop/',
      '/old',
      '/on-both',
      '/only-on-a',
      '/plain',
      '/shop',
      '/shop?color=red',
      '/swap-a',
      '/swap-b',
    ])
    expect(status.counts).to.include({ accepted: lines.length, waiting: 0, running: 0, failed: 1 })
    expect(lines.map(({ n }) => n)).to.deep.equal(lines.map((_, position) => position + 1))
    expect(site.requests).to.not.include.members(['/forbidden'])
    const byPath = new Map(paths(lines).map((path, position) => [path, lines[position]]))
    expect(byPath.get('/forbidden')).to.include({ code: 'ROBOTS_TXT_BLOCKED', depth: 1 })
    expect(byPath.get('/')).to.include({ depth: 0, from: null })
    expect(byPath.get('/plain')).to.include({ depth: 1, from: `${site.origin}/` })
    expect(byPath.get('/behind-moved')).to.include({ depth: 2, from: `${site.origin}/old` })
    expect(byPath.get('/shop')).to.include({ depth: 1, from: `${site.origin}/shop?color=red` })
    expect(byPath.get('/plain')?.result).to.include.keys('links', 'canonical', 'http', 'indexability')
  })

  it('leaves a calendar a year before and after', async () => {
    const now = new Date()
    const month = String(now.getUTCMonth() + 1).padStart(2, '0')
    const start = `${site.origin}/calendar/${now.getUTCFullYear()}/${month}`
    const { lines } = await run(fixture, {
      urls: [start],
      parameters: { fields: 'links' },
      crawl: { scope: 'host' },
    })
    expect(new Set(paths(lines)).size).to.equal(25)
    expect(lines).to.have.length(25)
  })

  it('obeys the limits of depth and pages', async () => {
    const crawl = { scope: 'prefix', max_depth: 4 }
    const deep = await run(fixture, { urls: [`${site.origin}/deep/1`], crawl })
    expect(paths(deep.lines)).to.deep.equal([1, 2, 3, 4, 5].map((level) => `/deep/${level}`))
    expect(deep.lines.map(({ depth }) => depth)).to.deep.equal([0, 1, 2, 3, 4])
    const few = await run(fixture, {
      urls: [`${site.origin}/deep/1`],
      crawl: { scope: 'prefix', max_pages: 3 },
    })
    expect(paths(few.lines)).to.deep.equal([1, 2, 3].map((level) => `/deep/${level}`))
  })

  it('discovers the pages for another operation by hidden metadata inspections', async () => {
    const body = {
      operation: 'seo-audit',
      parameters: { vitals: 'none' },
      urls: [`${site.origin}/deep/7`],
      crawl: { scope: 'prefix', max_depth: 2 },
    }
    const { status, lines } = await run(fixture, body)
    expect(paths(lines).sort()).to.deep.equal(['/deep/7', '/deep/8', '/deep/9'])
    expect(lines.map((line) => (line as unknown as { operation: string }).operation)).to.deep.equal(
      Array(3).fill('seo-audit'),
    )
    expect(status.counts).to.include({ accepted: 3, done: 3, failed: 0 })
  })
})

onBothShared('sitemaps of batches', (open, side) => {
  let fixture: UsedService
  let site: CrawlSite
  let answers: Readonly<Record<string, (response: ServerResponse) => void>> = {}

  before(async () => {
    site = await openCrawlSite((response, url) => {
      const answer = answers[url.pathname]
      if (answer === undefined) response.writeHead(404).end()
      else answer(response)
    })
    fixture = await open()
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  // A file may have 50,000 entries (sitemaps.org); how it is read does not depend on the side.
  const count = side === 'embedded' ? 60_000 : 6000
  it(`has a line for each of ${count} entries in any packing`, async () => {
    const [packedOnes, both] = [(count * 2) / 3, 10]
    const entries = Array.from({ length: count }, (_, page) => `${site.origin}/p/${page}`)
    const packed = gzipSync(urlset([...entries.slice(0, packedOnes), 'not a URL', `${site.origin}/p/7`]))
    answers = {
      '/sitemap.xml': (response) =>
        void response.end(
          index([`${site.origin}/1.xml.gz`, `${site.origin}/2.txt`, `${site.origin}/gone.xml`]),
        ),
      '/1.xml.gz': (response) => void response.end(packed),
      '/2.txt': (response) => void response.end(entries.slice(packedOnes - both).join('\n')),
    }
    const client = clientOf(fixture)
    const { id } = await post(fixture, { urls: [], sitemaps: [`${site.origin}/sitemap.xml`] })
    await fetch(`${fixture.url}/batches/${id}/pause`, { method: 'POST', headers: headersOf(fixture) })
    await eventually(async () => (await client.status(id)).counts.rejected >= 2, LIMIT_MS)
    const status = await client.status(id)
    expect(status.counts.accepted).to.equal(count)
    expect(status.rejected).to.deep.equal([
      {
        line: 0,
        reason: `entry ${packedOnes + 1} of ${site.origin}/1.xml.gz: url must be a valid http or https URL`,
      },
      { line: 0, reason: `the sitemap ${site.origin}/gone.xml answered with status 404` },
    ])
    await client.cancel(id)
    expect((await client.status(id)).state).to.equal('cancelled')
  })
})
