// own service: one request to a host at a time, without and with a delay
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { batchClient } from '#test/support/service/batch-client.ts'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { OWN_NETWORKS } from '#test/support/sites/own-network.ts'
import { openOwnSite, type TargetSite } from '#test/support/sites/target-site.ts'

const PAGES = 72
/** Of the refusing page and of what finds its links, three attempts each (`STAGE_TRIES` in stage-options.ts); of the link HEAD, then GET. */
const MOST_REQUESTS = 2 * 3 + 2

interface Wait {
  readonly host: string
  readonly reason: string
  readonly message: string
  readonly url: string | null
  readonly status: number | null
  readonly delay_ms: number | null
}

interface Pace {
  readonly pages_per_second: number
  readonly eta_seconds: number | null
  readonly waits: readonly Wait[]
}

interface HostQueue {
  readonly state: string
  readonly running: number
  readonly rests_until: string | null
}

interface Status {
  readonly id: string
  readonly state: string
  readonly pace?: Pace
  readonly hosts?: readonly HostQueue[]
}

/** A shop whose every page links to `/x`, which `respond` answers. */
function openShop(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<TargetSite> {
  const paths = Array.from({ length: PAGES }, (_, n) => (n === 0 ? '/' : `/p${n}`))
  const page = (path: string) => (_request: IncomingMessage, response: ServerResponse) => {
    const links = ['/', '/x', ...(path === '/' ? paths : [])].map((to) => `<a href="${to}">${to}</a>`)
    response.setHeader('content-type', 'text/html')
    response.end(
      `<!doctype html><html lang="en"><title>Page ${path}</title><h1>${path}</h1>${links.join(' ')}`,
    )
  }
  return openOwnSite({
    routes: { ...Object.fromEntries(paths.map((path) => [path, page(path)])), '/x': respond },
  })
}

const refuse = (_request: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(503, { 'content-type': 'text/html' }).end('<p>busy')

describe('a crawl of a site with a link that refuses', function () {
  this.timeout(300_000)
  let fixture: ServiceFixture
  const opened: TargetSite[] = []
  before(async () => {
    fixture = await openEmbeddedService({ EGRESS_ALLOW: `${OWN_NETWORKS}:*` })
  })
  after(async () => {
    await fixture?.close()
    for (const site of opened) await site.close()
  })

  async function ask(path: string, key = fixture.key, body?: object): Promise<Status> {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    return (await (await fetch(`${fixture.url}${path}`, { headers, ...request })).json()) as Status
  }
  async function shopWith(respond: typeof refuse): Promise<TargetSite> {
    const site = await openShop(respond)
    opened.push(site)
    return site
  }
  const crawl = (site: TargetSite, key?: string, maxPages = 200) =>
    ask('/batches', key, {
      operation: 'seo-audit',
      crawl: { seeds: [site.url('/')], max_pages: maxPages },
    })

  it('goes on without a wait: the host does not rest, and the link is requested once for all pages', async () => {
    const site = await shopWith(refuse)
    const { id } = await crawl(site)
    const waits: Wait[] = []
    let last: Status
    do {
      last = await ask(`/batches/${id}`)
      waits.push(...(last.pace?.waits ?? []))
    } while (last.state === 'running')
    expect(waits).to.deep.equal([])
    expect(last).to.include({ state: 'finished' }).and.not.have.property('pace')
    expect(site.hits('/x')).to.be.within(1, MOST_REQUESTS)
    for (let n = 1; n < PAGES; n++) expect(site.hits(`/p${n}`), `/p${n}`).to.be.above(0)
  })

  it('waits as long as a Retry-After says, and tells why to its owner alone', async () => {
    const site = await shopWith(
      (_request, response) => void response.writeHead(503, { 'retry-after': '3' }).end(),
    )
    const { id } = await crawl(site)
    const other = await fixture.makeKey()
    let seen: Wait | undefined
    await eventually(async () => {
      seen = (await ask(`/batches/${id}`)).pace?.waits.find(({ reason }) => reason === 'retry_after')
      return seen !== undefined
    }, 60_000)
    expect(seen).to.deep.include({ url: site.url('/x'), status: 503, delay_ms: null })
    expect(seen?.message).to.match(/^waits [1-3] s: \/x responded 503 and asked to wait \(Retry-After\)$/)
    const { id: othersId } = await crawl(site, other, 1)
    let others: Wait | undefined
    await eventually(async () => {
      others = (await ask(`/batches/${othersId}`, other)).pace?.waits.find(
        ({ reason }) => reason === 'retry_after',
      )
      return others !== undefined || (await ask(`/batches/${othersId}`, other)).state !== 'running'
    }, 60_000)
    if (others !== undefined) expect(others).to.include({ url: null, status: 503 })
    expect(JSON.stringify(others ?? {})).to.not.include('/x')
    for (const [batch, key] of [
      [id, fixture.key],
      [othersId, other],
    ] as const)
      await fetch(`${fixture.url}/batches/${batch}`, { method: 'DELETE', headers: { 'x-api-key': key } })
  })

  it('rests a host that refuses several pages: the others wait in the frontier', async () => {
    const paths = Array.from({ length: 9 }, (_, n) => `/refused-${n}`)
    const site = await openOwnSite({ routes: Object.fromEntries(paths.map((path) => [path, refuse])) })
    opened.push(site)
    const urls = ['/', ...paths].map((path) => site.url(path))
    const { id } = await ask('/batches', fixture.key, { operation: 'metadata', urls })
    await eventually(
      async () =>
        (await ask(`/batches/${id}`)).pace?.waits.some(({ reason }) => reason === 'status_503') === true,
      60_000,
    )
    await eventually(async () => {
      const [host] = (await ask(`/batches/${id}?hosts=1`)).hosts ?? []
      return host?.state === 'resting' && host.running <= 1 && Date.parse(host.rests_until ?? '') > Date.now()
    }, 60_000)
    await batchClient(fixture.url, fixture.key).cancel(id)
  })
})

describe('the pace of a batch', function () {
  this.timeout(120_000)
  let fixture: ServiceFixture
  let site: TargetSite
  before(async () => {
    fixture = await openEmbeddedService({ EGRESS_ALLOW: `${OWN_NETWORKS}:*`, BATCH_HOST_DELAY_MS: '1000' })
    site = await openOwnSite({
      routes: { '/robots.txt': (_, response) => void response.end('user-agent: *\ncrawl-delay: 5\n') },
    })
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  it('is the rate that the site allows, with an estimate, until the batch is paused', async () => {
    const headers = { 'x-api-key': fixture.key }
    const urls = Array.from({ length: 20 }, (_, n) => site.url(`/${n}`))
    const { id } = await batchClient(fixture.url, fixture.key).submit(urls)
    const read = async () =>
      (await (await fetch(`${fixture.url}/batches/${id}`, { headers })).json()) as Status
    let found: Pace | undefined
    await eventually(async () => {
      found = (await read()).pace
      return found?.waits[0]?.reason === 'crawl_delay' && found.pages_per_second > 0
    }, 60_000)
    expect(found?.waits).to.have.length(1)
    expect(found?.waits[0]).to.deep.include({ delay_ms: 5000, url: null, status: null })
    expect(found?.waits[0]?.message).to.equal(
      'the site allows 1 request every 5 s (Crawl-delay in robots.txt)',
    )
    expect(found?.eta_seconds).to.be.above(0)
    await fetch(`${fixture.url}/batches/${id}/pause`, { method: 'POST', headers })
    expect((await read()).pace).to.deep.equal({ pages_per_second: 0, eta_seconds: null, waits: [] })
    await batchClient(fixture.url, fixture.key).cancel(id)
  })
})
