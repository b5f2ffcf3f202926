// own service: it is stopped and started again over the same data
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts, freshFolder } from '#infra/services/process.ts'
import { API_KEY, endAllServices, startParts } from '#test/support/service/service-process.ts'
import { reportClient } from './report-client.ts'

interface Crawl {
  readonly batch: string
  readonly finished_at: string
}
interface SiteBody {
  readonly host: string
  readonly crawls: number
  readonly last: Crawl
  readonly scores: readonly object[]
  readonly history: readonly Crawl[]
}

const idsOf = (changes: unknown) => (changes as readonly { id: string }[]).map(({ id }) => id)

/** A page with these links, whose title and heading are its own. */
const page = (name: string, links: readonly string[], head = '') => `<!doctype html><html lang="en">
  <title>The page ${name} of the shop</title><h1>All about ${name}</h1>${head}
  ${links.map((link) => `<p><a href="${link}">more about ${link}</a>`).join('\n')}`

const original = {
  // To a page that is missing, and one that shall not be indexed.
  '/': page('start', ['/a', '/b', '/missing']),
  '/a': page('a', ['/', '/b']),
  '/b': page('b', ['/', '/a'], '<meta name="robots" content="noindex">'),
}
/** The broken link is gone; two pages have the same title now. */
const changed = {
  '/': page('start', ['/a', '/b']),
  '/a': page('a', ['/', '/b']).replace('The page a', 'The page start'),
  '/b': page('b', ['/', '/a']),
}

describe('the history of a site', function () {
  this.timeout(180_000)
  after(endAllServices)

  it('has the figures of each finished crawl, for its owner alone, also after a restart', async () => {
    let pages: Readonly<Record<string, string>> = original
    const site = createServer((request, response) => {
      const body = pages[request.url ?? '']
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body ?? 'none')
    })
    site.listen(0, '127.0.0.1')
    await once(site, 'listening')
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    const folder = await freshFolder('site-history')
    const [port] = await freePorts(1)
    const env = { DATA_DIR: folder, PORT: String(port), BATCH_HOST_DELAY_MS: '0' }
    const service = await startParts([], { env })
    const client = reportClient(service.url)
    const read = async (path: string, key = API_KEY) => {
      const answer = await fetch(service.url + path, { headers: { 'x-api-key': key } })
      return { status: answer.status, body: (await answer.json()) as never }
    }
    const host = '127.0.0.1'
    const crawled = async (crawls: number): Promise<SiteBody> => {
      for (;;) {
        const { status, body } = await read(`/sites/${host}`)
        if (status === 200 && (body as SiteBody).crawls === crawls) return body
        await sleep(50)
      }
    }
    const crawl = { operation: 'metadata', crawl: { seeds: [`${origin}/`] } }

    // A list of pages of the same site makes no history.
    await client.complete(await client.submit({ operation: 'metadata', urls: [`${origin}/a`] }))
    expect((await read(`/sites/${host}`)).status).to.equal(404)

    const one = await client.submit(crawl)
    const started = await read(`/batches/${one}`)
    expect(started.body).to.include({ first_url: `${origin}/` })
    const { score } = await client.complete(one)
    const { last, history } = await crawled(1)
    const { finished_at } = (await read(`/batches/${one}`)).body as Crawl
    const figures = {
      batch: one,
      operation: 'metadata',
      finished_at,
      score: score.overall,
      // The three pages and the missing one, which is no page to index, as little as /b.
      pages: 4,
      not_indexable: 2,
      // site-broken-link is the only rule of severity error that found something.
      errors: 1,
      new: null,
      fixed: null,
    }
    expect([last, history]).to.deep.equal([figures, [figures]])

    pages = changed
    const two = await client.submit(crawl)
    const report = await client.complete(two, `?compare=${one}`)
    const second = await crawled(2)
    expect(second.last).to.deep.include({ batch: two, pages: 3, not_indexable: 0, errors: 0 })
    expect(second.last).to.deep.include({
      new: report.changes?.new_total,
      fixed: report.changes?.fixed_total,
    })
    const found = idsOf(report.changes?.new)
    const fixed = idsOf(report.changes?.fixed)
    expect(found).to.include('site-duplicate-title')
    expect(fixed).to.include.members(['site-broken-link', 'site-noindex-linked'])
    expect(second.history).to.deep.equal([second.last, figures])

    const made = await fetch(`${service.url}/keys`, {
      method: 'POST',
      headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ scopes: ['batch'], plan: 'free', label: 'other', owner: 'other' }),
    })
    const { key: other } = (await made.json()) as { key: string }
    expect((await read(`/sites/${host}`, other)).status).to.equal(404)
    expect((await read('/sites', other)).body).to.deep.equal({ sites: [], next_cursor: null })

    expect(await service.stop()).to.equal(0)
    const again = await startParts([], { env })
    const { history: kept, ...listed } = (await read(`/sites/${host}`)).body as SiteBody
    expect(kept).to.deep.equal(second.history)
    expect((await read('/sites')).body).to.deep.equal({ sites: [listed], next_cursor: null })
    await again.stop()
    site.closeAllConnections()
    site.close()
    await rm(folder, { recursive: true, force: true })
  })
})
