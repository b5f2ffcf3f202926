import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { eventually } from '#test/contract/eventually.ts'
import { requestOf, resultOf } from '#test/unit/shared/stage/toy-stage.ts'
import { type GatewayFixture, startGatewayFixture } from '../../support/gateway-fixture.ts'

describe('GET /inspections/{id}', () => {
  let gateway: GatewayFixture
  let owner: string
  let other: string
  let batch: string
  let release: () => void
  let released: Promise<void>
  beforeEach(async () => {
    ;({ promise: released, resolve: release } = Promise.withResolvers<void>())
    gateway = await startGatewayFixture({
      async handle(work) {
        await released
        const { url } = describeRequest(work.event, work.lane)
        if (url.endsWith('/timeout')) throw new Failure('TIMEOUT', 'too slow')
        return resultOf(work, JSON.stringify({ url }))
      },
    })
    owner = await gateway.makeKey(['metadata'])
    other = await gateway.makeKey(['snapshot', 'metadata', 'performance', 'seo-audit'])
    batch = await gateway.makeKey(['batch'])
  })
  afterEach(() => gateway.stop())

  async function accepted(path: string): Promise<string> {
    const url = encodeURIComponent(`http://shop.example${path}`)
    const headers = { Prefer: 'respond-async' }
    return (await gateway.call(owner, `/metadata?url=${url}`, { headers })).headers.location ?? ''
  }

  const ended = async (key: string, location: string) => {
    await eventually(async () => (await gateway.call(key, location)).status !== 202)
    return gateway.call(key, location)
  }

  it('is 202 while the inspection runs, then the answer of the synchronous call', async () => {
    const location = await accepted('/page')
    const running = await gateway.call(owner, location)
    expect([running.status, running.headers.location]).to.deep.equal([202, location])
    release()
    const answer = await ended(owner, location)
    expect(answer.status).to.equal(200)
    expect(answer.json()).to.deep.equal({ url: 'http://shop.example/page' })
  })

  it('has a failure in the shape of its operation', async () => {
    const location = await accepted('/timeout')
    release()
    const answer = await ended(owner, location)
    expect(answer.json()).to.deep.equal({
      statusCode: 500,
      error: 'Internal Server Error',
      message: 'too slow',
    })
  })

  it('is 404, shape C, for any other key, while it runs and afterwards', async () => {
    const location = await accepted('/page')
    const judge = async () => {
      for (const key of [other, batch]) {
        const { status, json } = await gateway.call(key, location)
        expect(status).to.equal(404)
        expect(json()).to.deep.include({ success: false })
        expect(json().error.code).to.equal('NOT_FOUND')
      }
    }
    await judge()
    release()
    await ended(owner, location)
    await judge()
  })

  it('is readable by every key of the owner', async () => {
    const [one, two] = [
      await gateway.makeKey(['metadata'], { owner: 'firm' }),
      await gateway.makeKey(['snapshot'], { owner: 'firm' }),
    ]
    const headers = { Prefer: 'respond-async' }
    const url = encodeURIComponent('http://shop.example/page')
    const { location = '' } = (await gateway.call(one, `/metadata?url=${url}`, { headers })).headers
    expect((await gateway.call(two, location)).status).to.equal(202)
    release()
    expect((await ended(two, location)).json()).to.deep.equal({ url: 'http://shop.example/page' })
    expect((await gateway.call(owner, location)).status).to.equal(404)
  })

  it('is 401, shape C, without key', async () => {
    const { status, json } = await gateway.call(null, await accepted('/page'))
    expect([status, json().error.code]).to.deep.equal([401, 'INVALID_API_KEY'])
  })

  for (const id of [
    'none',
    '5f1c3bd6-3c1c-4b6e-8f4e-0a0a0a0a0a0a',
    '%00',
    '%E0%A4%A',
    '..%2f..',
    'x'.repeat(5000),
  ]) {
    it(`is 404 when the id is unknown: ${id.slice(0, 40)}`, async () => {
      const { status, json } = await gateway.call(owner, `/inspections/${id}`)
      expect([status, json().error.code]).to.deep.equal([404, 'NOT_FOUND'])
    })
  }

  it('has an answer of a batch for every key with the scope batch, and for no other', async () => {
    release()
    await gateway.embedded.log.append([requestOf('mine/1', 'batch')])
    const location = `/inspections/${encodeURIComponent('mine/1')}`
    await eventually(async () => (await gateway.call(batch, location)).status === 200)
    expect((await gateway.call(batch, location)).json()).to.deep.equal({ url: 'http://shop.example/page' })
    expect((await gateway.call(owner, location)).status).to.equal(404)
  })
})

describe('GET /inspections', () => {
  let gateway: GatewayFixture
  let key: string
  beforeEach(async () => {
    gateway = await startGatewayFixture({
      async handle(work) {
        const { url } = describeRequest(work.event, work.lane)
        if (url.endsWith('/timeout')) throw new Failure('TIMEOUT', 'too slow')
        return resultOf(work, JSON.stringify({ url }))
      },
    })
    key = await gateway.makeKey(['metadata'], { owner: 'firm' })
  })
  afterEach(() => gateway.stop())

  const inspect = (path: string) =>
    gateway.call(key, `/metadata?url=${encodeURIComponent(`http://shop.example${path}`)}`)
  const listed = async (query = '', as = key) => (await gateway.call(as, `/inspections${query}`)).json()

  it('lists what the keys of the owner asked for, newest first', async () => {
    await inspect('/page')
    await inspect('/timeout')
    await inspect('/page') // is cached
    const other = await gateway.makeKey(['batch'], { owner: 'firm' })
    await eventually(async () => (await listed('?state=running')).inspections.length === 0)
    const { inspections, next_cursor } = await listed('', other)
    expect(next_cursor).to.equal(null)
    const shown = inspections.map(({ url, operation, state, code }: Record<string, string>) => [
      url,
      operation,
      state,
      code,
    ])
    expect(shown).to.deep.equal([
      ['http://shop.example/timeout', 'metadata', 'failed', 'TIMEOUT'],
      ['http://shop.example/page', 'metadata', 'done', null],
    ])
    for (const { id } of inspections)
      expect((await gateway.call(other, `/inspections/${id}`)).status).not.to.equal(404)
    expect(await listed('', await gateway.makeKey(['metadata']))).to.deep.equal({
      inspections: [],
      next_cursor: null,
    })
  })

  it('goes on by the cursor', async () => {
    for (const path of ['/1', '/2', '/3']) await inspect(path)
    const first = await listed('?limit=2')
    await inspect('/4')
    const second = await listed(`?limit=2&cursor=${first.next_cursor}`)
    const urls = [...first.inspections, ...second.inspections].map(({ url }: { url: string }) =>
      url.slice(-2),
    )
    expect([urls, second.next_cursor]).to.deep.equal([['/3', '/2', '/1'], null])
  })

  it('rejects wrong parameters, shape C, and calls without key', async () => {
    const { status, json } = await gateway.call(key, '/inspections?limit=101&state=x')
    expect([status, json().success, json().error.details]).to.deep.equal([
      400,
      false,
      { parameter: 'state', reason: 'must be one of: running, done, failed' },
    ])
    expect((await gateway.call(null, '/inspections')).status).to.equal(401)
    expect((await gateway.call(key, '/inspections', { method: 'POST' })).status).to.equal(405)
  })
})
