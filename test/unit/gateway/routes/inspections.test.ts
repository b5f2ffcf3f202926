import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { eventually } from '#test/contract/eventually.ts'
import { requestOf, resultOf } from '#test/unit/shared/stage/toy-stage.ts'
import { type GatewayFixture, startGatewayFixture } from '../support/gateway-fixture.ts'

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
