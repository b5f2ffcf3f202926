// own service: hosts without a delay and two requests at a time
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { OWN_NETWORKS } from '#test/support/sites/own-network.ts'
import { openOwnSite, type TargetSite } from '#test/support/sites/target-site.ts'

const PAGES = 4
const DELAY_MS = 600

interface Site extends TargetSite {
  /** When requests of pages came, in milliseconds since the epoch. */
  readonly times: number[]
  /** The most requests that were open at a time. */
  most(): number
}

/** A site that notes when its pages are requested. Each takes `responseMs`. */
async function openTimedSite(responseMs = 0): Promise<Site> {
  const times: number[] = []
  let [open, most] = [0, 0]
  const page = (_request: IncomingMessage, response: ServerResponse) => {
    times.push(Date.now())
    open += 1
    most = Math.max(most, open)
    setTimeout(() => {
      open -= 1
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>a page</title>')
    }, responseMs)
  }
  const paths = Array.from({ length: PAGES }, (_, n) => `/p${n}`)
  const site = await openOwnSite({ routes: Object.fromEntries(paths.map((path) => [path, page])) })
  return Object.assign(site, { times, most: () => most })
}

const urlsOf = (site: TargetSite) => Array.from({ length: PAGES }, (_, n) => site.url(`/p${n}`))
const gapsOf = ({ times }: Site) => times.slice(1).map((time, n) => time - (times[n] as number))

describe('the manners of a batch', function () {
  this.timeout(240_000)
  const opened: { close(): Promise<void> }[] = []
  after(async () => {
    for (const one of opened) await one.close()
  })
  async function serviceWith(settings: Record<string, string>): Promise<ServiceFixture> {
    const fixture = await openEmbeddedService({ EGRESS_ALLOW: `${OWN_NETWORKS}:*`, ...settings })
    opened.push(fixture)
    return fixture
  }
  async function siteOf(responseMs?: number): Promise<Site> {
    const site = await openTimedSite(responseMs)
    opened.push(site)
    return site
  }
  async function call(fixture: ServiceFixture, path: string, body?: unknown, key = fixture.key) {
    const isLines = typeof body === 'string'
    const type = isLines ? 'application/x-ndjson' : 'application/json'
    const request = body === undefined ? {} : { method: 'POST', body: isLines ? body : JSON.stringify(body) }
    const response = await fetch(`${fixture.url}${path}`, {
      headers: { 'x-api-key': key, 'content-type': type },
      ...request,
    })
    // biome-ignore lint/suspicious/noExplicitAny: bodies of several routes
    return { status: response.status, body: (await response.json()) as any }
  }
  async function finished(fixture: ServiceFixture, id: string, key = fixture.key): Promise<void> {
    await eventually(
      async () => (await call(fixture, `/batches/${id}`, undefined, key)).body.state === 'finished',
      120_000,
    )
  }

  describe('where hosts have no delay', () => {
    let fixture: ServiceFixture
    before(async () => {
      fixture = await serviceWith({ BATCH_HOST_DELAY_MS: '0', BATCH_HOST_CONCURRENCY: '2' })
    })

    it('keep its delay between two requests, and are told while it runs', async () => {
      const site = await siteOf()
      const batch = { urls: urlsOf(site), delay_ms: DELAY_MS, parameters: { fields: 'basic' } }
      const { status, body } = await call(fixture, '/batches', batch)
      expect(status).to.equal(202)
      const about = (await call(fixture, `/batches/${body.id}`)).body
      expect(about).to.deep.include({
        ...{ delay_ms: DELAY_MS, concurrency: null, parameters: { fields: 'basic' } },
      })
      expect(about).to.not.have.property('crawl')
      await finished(fixture, body.id)
      expect(site.times).to.have.length(PAGES)
      // The clock of the site counts whole milliseconds.
      expect(Math.min(...gapsOf(site))).to.be.at.least(DELAY_MS - 1)
    })

    it('come with lines in the query, and limit requests at a time', async () => {
      const site = await siteOf(100)
      const { body } = await call(fixture, '/batches?concurrency=1', urlsOf(site).join('\n'))
      await finished(fixture, body.id)
      expect([site.times.length, site.most()]).to.deep.equal([PAGES, 1])
      const { body: ended } = await call(fixture, `/batches/${body.id}`)
      expect(ended).to.include({ delay_ms: null, concurrency: 1 })
    })

    it('slow no other batch on the same host', async () => {
      const site = await siteOf()
      // Its robots.txt is a request of its own, after which the slow batch would wait as well.
      const first = await call(fixture, '/batches', { urls: [site.url('/')] })
      await finished(fixture, first.body.id)
      const slow = await call(fixture, '/batches', { urls: urlsOf(site), delay_ms: 60_000 })
      await eventually(() => site.times.length > 0)
      const { body } = await call(fixture, '/batches', { urls: urlsOf(site), operation: 'seo-audit' })
      await finished(fixture, body.id)
      const { body: waiting } = await call(fixture, `/batches/${slow.body.id}`)
      expect(waiting.counts).to.include({ done: 1 })
      expect(waiting.pace.waits).to.have.length(1)
      expect(waiting.pace.waits[0]).to.include({ reason: 'delay', delay_ms: 60_000 })
      expect(waiting.pace.eta_seconds).to.be.at.least(60)
      await fetch(`${fixture.url}/batches/${slow.body.id}`, {
        ...{ method: 'DELETE', headers: { 'x-api-key': fixture.key } },
      })
    })

    it('stand with what a crawl was asked for', async () => {
      const site = await siteOf()
      const crawl = { seeds: [site.url('/p0')], max_pages: 5, scope: 'prefix', exclude: ['/x*'] }
      const { body } = await call(fixture, '/batches', { crawl, delay_ms: 0, concurrency: 2 })
      const { body: about } = await call(fixture, `/batches/${body.id}`)
      expect(about).to.deep.include({ delay_ms: 0, concurrency: 2, parameters: {} })
      expect(about.crawl).to.deep.equal({ ...crawl, max_depth: null, max_minutes: null, include: [] })
      const { body: list } = await call(fixture, '/batches')
      expect(list.batches[0]).to.not.have.any.keys('crawl', 'parameters', 'delay_ms')
    })
  })

  describe('where hosts have a delay', () => {
    let fixture: ServiceFixture
    before(async () => {
      fixture = await serviceWith({ BATCH_HOST_DELAY_MS: '60000', BATCH_HOST_CONCURRENCY: '1' })
    })

    it('may not be less careful, in lines and in JSON', async () => {
      const wrong = await call(fixture, '/batches?delay_ms=59999', 'http://127.0.0.1/')
      expect(wrong.status).to.equal(400)
      expect(wrong.body.error).to.include({ code: 'VALIDATION_ERROR' })
      expect(wrong.body.error.details).to.include({ parameter: 'delay_ms' })
      expect(wrong.body.error.message).to.match(/delay_ms must be at least 60000,.*unthrottled/)
      const urls = ['http://127.0.0.1/']
      expect((await call(fixture, '/batches', { urls, concurrency: 2 })).body.error.message).to.match(
        /concurrency must be at most 1,.*unthrottled/,
      )
      expect((await call(fixture, '/batches', { urls, delay_ms: 60_001 })).status).to.equal(400)
    })

    it('may be so with a key that an admin made unthrottled', async () => {
      const made = await call(fixture, '/keys', {
        scopes: ['metadata', 'batch'],
        unthrottled: true,
        plan: 'pro',
      })
      expect(made.body.scopes).to.deep.equal(['metadata', 'batch', 'unthrottled'])
      const { key } = made.body
      const { scopes } = (await call(fixture, '/usage', undefined, key)).body
      expect(scopes).to.include('unthrottled')
      const refused = await call(fixture, '/keys', { unthrottled: true }, key)
      expect(refused.status).to.equal(403)
      const site = await siteOf(300)
      // With the delay of the installation it would take minutes: longer than the limit of this test.
      const batch = { urls: urlsOf(site), delay_ms: 0, concurrency: PAGES }
      const { body } = await call(fixture, '/batches', batch, key)
      await finished(fixture, body.id, key)
      expect(site.times).to.have.length(PAGES)
    })
  })
})
