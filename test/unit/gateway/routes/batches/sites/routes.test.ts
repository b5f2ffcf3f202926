import { expect } from 'chai'
import { siteDetails, sitePage } from '#shared/operations/results/sites.ts'
import { addCrawl, type SiteCrawl } from '#shared/store/site-history.ts'
import { resultOf } from '#test/unit/shared/stage/toy-stage.ts'
import { type GatewayFixture, startGatewayFixture } from '../../../support/gateway-fixture.ts'

const START = Date.now() - 3_600_000

function crawlOf(n: number, more: Partial<SiteCrawl> = {}): SiteCrawl {
  return {
    batch: `batch-${n}`,
    operation: 'seo-audit',
    finishedAt: new Date(START + n * 1000).toISOString(),
    ...{ score: 50 + n / 2, pages: 10 + n, notIndexable: n, errors: 3, newIssues: n, fixedIssues: 1 },
    ...more,
  }
}
const described = (n: number, more: object = {}) => ({
  batch: `batch-${n}`,
  operation: 'seo-audit',
  finished_at: new Date(START + n * 1000).toISOString(),
  ...{ score: 50 + n / 2, pages: 10 + n, not_indexable: n, errors: 3, new: n, fixed: 1 },
  ...more,
})
const pointOf = (n: number) => ({
  batch: `batch-${n}`,
  at: new Date(START + n * 1000).toISOString(),
  score: 50 + n / 2,
})

describe('sites over HTTP', () => {
  let gateway: GatewayFixture
  let key: string
  let colleague: string
  let other: string
  before(async () => {
    gateway = await startGatewayFixture({ handle: async (work) => resultOf(work, '{}') })
    key = await gateway.makeKey(['batch'], { owner: 'firm' })
    colleague = await gateway.makeKey(['batch'], { owner: 'firm' })
    other = await gateway.makeKey(['batch'])
    const add = (host: string, crawl: SiteCrawl) =>
      addCrawl(gateway.embedded.store, { owner: 'firm', host, crawl }, 86_400)
    for (let n = 0; n < 60; n++) await add('shop.example', crawlOf(n))
    const first = { newIssues: null, fixedIssues: null, score: null }
    await add('xn--bcher-kva.example', crawlOf(100, first))
  })
  after(() => gateway.stop())

  const call = async (target: string, as: string | null = key) => {
    const { status, json } = await gateway.call(as, target)
    return { status, body: json() }
  }

  it('lists the sites of the owner by their last crawl, with the last 50 scores, oldest first', async () => {
    for (const as of [key, colleague]) {
      const { status, body } = await call('/sites', as)
      expect(status).to.equal(200)
      expect(sitePage.safeParse(body).error).to.equal(undefined)
      expect(body).to.deep.equal({
        sites: [
          {
            host: 'xn--bcher-kva.example',
            crawls: 1,
            last: described(100, { new: null, fixed: null, score: null }),
            scores: [{ ...pointOf(100), score: null }],
          },
          {
            host: 'shop.example',
            crawls: 60,
            last: described(59),
            scores: Array.from({ length: 50 }, (_, at) => pointOf(10 + at)),
          },
        ],
        next_cursor: null,
      })
    }
  })

  it('pages through them', async () => {
    const first = await call('/sites?limit=1')
    expect(first.body.sites.map(({ host }: { host: string }) => host)).to.deep.equal([
      'xn--bcher-kva.example',
    ])
    const second = await call(`/sites?limit=1&cursor=${first.body.next_cursor}`)
    expect(second.body.sites.map(({ host }: { host: string }) => host)).to.deep.equal(['shop.example'])
    expect(second.body.next_cursor).to.equal(null)
  })

  it('has all crawls of one site, the newest first, and all scores', async () => {
    const { status, body } = await call('/sites/Shop.Example')
    expect(status).to.equal(200)
    expect(siteDetails.safeParse(body).error).to.equal(undefined)
    expect(body).to.deep.equal({
      host: 'shop.example',
      crawls: 60,
      last: described(59),
      scores: Array.from({ length: 60 }, (_, n) => pointOf(n)),
      history: Array.from({ length: 60 }, (_, at) => described(59 - at)),
    })
    expect((await call('/sites/b%C3%BCcher.example')).body.host).to.equal('xn--bcher-kva.example')
  })

  it('does not tell a site of others from an unknown one', async () => {
    const told = ({ status, body: { error } }: Awaited<ReturnType<typeof call>>) => {
      const { request_id: _, ...rest } = error
      return [status, rest]
    }
    const unknown = await call('/sites/unknown.example')
    expect(unknown.status).to.equal(404)
    expect(unknown.body.error.code).to.equal('NOT_FOUND')
    for (const answer of [
      await call('/sites/shop.example', other),
      await call('/sites/shop.example%3A80'),
      await call('/sites/%2F'),
    ])
      expect(told(answer)).to.deep.equal(told(unknown))
    expect((await call('/sites', other)).body).to.deep.equal({ sites: [], next_cursor: null })
  })

  it('needs the scope batch, and refuses parameters that it does not know', async () => {
    const metadata = await gateway.makeKey(['metadata'], { owner: 'firm' })
    for (const target of ['/sites', '/sites/shop.example']) {
      expect((await call(target, null)).status).to.equal(401)
      expect((await call(target, metadata)).status).to.equal(403)
      const { status, body } = await call(`${target}?host=a`)
      expect([status, body.error.code, body.error.details.parameter]).to.deep.equal([
        400,
        'VALIDATION_ERROR',
        'host',
      ])
    }
  })
})
