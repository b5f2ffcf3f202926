import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { type BatchAnswer, type BatchLine, batchClient } from '#test/support/service/batch-client.ts'
import { onAllSides } from '#test/support/service/both-sides.ts'
import type { ServiceFixture } from '#test/support/service/service-fixture.ts'
import { API_KEY, startParts } from '#test/support/service/service-process.ts'
import { type CrawlSite, openCrawlSite } from './crawl-site.ts'

type CrawlLine = BatchLine & { readonly depth: number; readonly from: string | null }

const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' }

async function post(base: string, body: object): Promise<BatchAnswer> {
  const answer = await fetch(`${base}/batches`, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  expect(answer.status, text).to.equal(202)
  return JSON.parse(text)
}

async function linesOf(base: string, id: string): Promise<CrawlLine[]> {
  const lines: CrawlLine[] = []
  for await (const line of batchClient(base, API_KEY).results(id)) lines.push(line as CrawlLine)
  return lines
}

/** Runs a batch to its end. */
async function run(base: string, body: object): Promise<{ status: BatchAnswer; lines: CrawlLine[] }> {
  const { id } = await post(base, body)
  const status = await batchClient(base, API_KEY).untilEnded(id)
  return { status, lines: await linesOf(base, id) }
}

const urlset = (urls: readonly string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((url) => `<url><loc>${url}</loc></url>`)
    .join('')}</urlset>`
const index = (urls: readonly string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`

onAllSides('crawls', (open) => {
  let fixture: ServiceFixture
  let site: CrawlSite
  let base: string

  before(async () => {
    site = await openCrawlSite()
    fixture = await open()
    base = fixture.service.url
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  const paths = (lines: readonly CrawlLine[]) => lines.map(({ url }) => url.replace(site.origin, ''))

  it('inspects each page of a site once, and no excluded page', async () => {
    site.requests.length = 0
    const crawl = { scope: 'host', exclude: ['*/secret/*'] }
    const { status, lines } = await run(base, { urls: [`${site.origin}/`], crawl })
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
    const { lines } = await run(base, {
      urls: [start],
      parameters: { fields: 'links' },
      crawl: { scope: 'host' },
    })
    expect(new Set(paths(lines)).size).to.equal(25)
    expect(lines).to.have.length(25)
  })

  it('obeys the limits of depth and pages', async () => {
    const crawl = { scope: 'prefix', max_depth: 4 }
    const deep = await run(base, { urls: [`${site.origin}/deep/1`], crawl })
    expect(paths(deep.lines)).to.deep.equal([1, 2, 3, 4, 5].map((level) => `/deep/${level}`))
    expect(deep.lines.map(({ depth }) => depth)).to.deep.equal([0, 1, 2, 3, 4])
    const few = await run(base, { urls: [`${site.origin}/deep/1`], crawl: { scope: 'prefix', max_pages: 3 } })
    expect(paths(few.lines)).to.deep.equal([1, 2, 3].map((level) => `/deep/${level}`))
  })

  it('discovers the pages for another operation by hidden metadata inspections', async () => {
    const body = {
      operation: 'seo-audit',
      parameters: { vitals: 'none' },
      urls: [`${site.origin}/deep/7`],
      crawl: { scope: 'prefix', max_depth: 2 },
    }
    const { status, lines } = await run(base, body)
    expect(paths(lines).sort()).to.deep.equal(['/deep/7', '/deep/8', '/deep/9'])
    expect(lines.map((line) => (line as unknown as { operation: string }).operation)).to.deep.equal(
      Array(3).fill('seo-audit'),
    )
    expect(status.counts).to.include({ accepted: 3, done: 3, failed: 0 })
  })
})

onAllSides('sitemaps of batches', (open) => {
  let fixture: ServiceFixture | undefined
  let site: CrawlSite
  let answers: Readonly<Record<string, (response: ServerResponse) => void | Promise<void>>> = {}

  before(async () => {
    site = await openCrawlSite(async (response, url) => {
      const answer = answers[url.pathname]
      if (answer === undefined) response.writeHead(404).end()
      else await answer(response)
    })
  })
  afterEach(async () => {
    await fixture?.close()
    fixture = undefined
  })
  after(() => site.close())

  it('has a line for each of 60,000 entries in any packing', async () => {
    const entries = Array.from({ length: 60_000 }, (_, page) => `${site.origin}/p/${page}`)
    const packed = gzipSync(urlset([...entries.slice(0, 40_000), 'not a URL', `${site.origin}/p/7`]))
    answers = {
      '/sitemap.xml': (response) =>
        void response.end(
          index([`${site.origin}/1.xml.gz`, `${site.origin}/2.txt`, `${site.origin}/gone.xml`]),
        ),
      '/1.xml.gz': (response) => void response.end(packed),
      '/2.txt': (response) => void response.end(entries.slice(39_990).join('\n')),
    }
    fixture = await open()
    const base = fixture.service.url
    const client = batchClient(base, API_KEY)
    const { id } = await post(base, { urls: [], sitemaps: [`${site.origin}/sitemap.xml`] })
    await fetch(`${base}/batches/${id}/pause`, { method: 'POST', headers })
    let status = await client.status(id)
    while (status.counts.rejected < 2) {
      await sleep(250)
      status = await client.status(id)
    }
    expect(status.counts.accepted).to.equal(60_000)
    expect(status.rejected).to.deep.equal([
      { line: 0, reason: `entry 40001 of ${site.origin}/1.xml.gz: url must be a valid http or https URL` },
      { line: 0, reason: `the sitemap ${site.origin}/gone.xml answered with status 404` },
    ])
    await client.cancel(id)
    expect((await client.status(id)).state).to.equal('cancelled')
  })

  it('reads them to the end after a crash', async () => {
    const pages = ['/plain', '/item', '/list'].map((path) => `${site.origin}${path}`)
    let isHeld = true
    answers = {
      '/first.xml': (response) => void response.end(urlset([pages[0] as string])),
      '/second.xml': (response) => void (isHeld ? undefined : response.end(urlset(pages))),
    }
    fixture = await open()
    const sitemaps = ['/first.xml', '/second.xml'].map((path) => site.origin + path)
    const { id } = await post(fixture.service.url, { urls: [], sitemaps })
    while (!site.requests.includes('/second.xml')) await sleep(50)
    await fixture.service.kill()
    isHeld = false
    const again = await startParts([], { env: fixture.env })
    try {
      const { counts, rejected } = await batchClient(again.url, API_KEY).untilEnded(id)
      expect(counts).to.include({ accepted: 3, done: 3, failed: 0 })
      expect(rejected).to.deep.equal([])
      expect((await linesOf(again.url, id)).map(({ url }) => url).sort()).to.deep.equal([...pages].sort())
    } finally {
      await again.stop()
    }
  })
})
