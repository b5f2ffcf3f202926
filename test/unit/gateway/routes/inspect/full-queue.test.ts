import { expect } from 'chai'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { eventually } from '#test/contract/eventually.ts'
import { resultOf } from '#test/unit/shared/stage/toy-stage.ts'
import { type GatewayFixture, startGatewayFixture } from '../../support/gateway-fixture.ts'

const LIMIT = 8

describe('a full queue', () => {
  let gateway: GatewayFixture
  let greedy: string
  let modest: string
  let started: string[]
  let held: PromiseWithResolvers<void>
  beforeEach(async () => {
    started = []
    held = Promise.withResolvers()
    gateway = await startGatewayFixture({
      env: { QUEUE_LIMIT: String(LIMIT) },
      async handle(work) {
        const { url } = describeRequest(work.event, work.lane)
        started.push(new URL(url).pathname)
        await held.promise
        return resultOf(work, JSON.stringify({ url }))
      },
    })
    greedy = await gateway.makeKey(['metadata'], { plan: 'enterprise' })
    modest = await gateway.makeKey(['metadata'], { plan: 'enterprise' })
  })
  afterEach(async () => {
    held.resolve()
    await gateway.stop()
  })

  const get = (key: string, path: string, headers = {}) =>
    gateway.call(key, `/metadata?url=${encodeURIComponent(`http://shop.example${path}`)}`, { headers })
  const submit = (key: string, path: string) => get(key, path, { Prefer: 'respond-async' })

  /** Submits until a call is rejected; returns how many were accepted. */
  async function fill(key: string, name: string): Promise<number> {
    for (let count = 0; count < 100; count++) {
      if ((await submit(key, `/${name}/${count}`)).status === 503) return count
    }
    throw new Error('the queue has no end')
  }

  it('answers 503, shape C, at once, with Retry-After', async () => {
    await fill(greedy, 'greedy')
    const { status, headers, json } = await get(greedy, '/one-more')
    expect(status).to.equal(503)
    expect(json().success).to.equal(false)
    expect(json().error.code).to.equal('SERVICE_UNAVAILABLE')
    expect(headers['retry-after']).to.equal(String(json().error.details.retry_after))
    expect(headers.location).to.equal(undefined)
  })

  it('is never filled by one key', async () => {
    expect(await fill(greedy, 'greedy')).to.equal(6)
    expect(await fill(modest, 'modest')).to.equal(2)
    expect((await submit(modest, '/any')).status).to.equal(503)
  })

  it('answers all accepted calls and accepts more afterwards', async () => {
    const calls = Array.from({ length: 30 }, (_, at) => get(greedy, `/call/${at}`))
    await eventually(() => started.length === 6)
    held.resolve()
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).to.be.within(6, 30)
    for (const status of statuses) expect(status).to.be.oneOf([200, 503])
    for (let count = 0; count < 3 * LIMIT; count++) {
      expect((await get(greedy, `/again/${count}`)).status).to.equal(200)
    }
  })

  it('rejects neither cached answers nor inspections in flight', async () => {
    held.resolve()
    await get(greedy, '/cached')
    held = Promise.withResolvers()
    const waiting = get(greedy, '/greedy/under-way')
    await eventually(() => started.includes('/greedy/under-way'))
    await fill(greedy, 'greedy')
    expect((await get(greedy, '/cached')).headers['x-cache']).to.equal('HIT')
    const joined = get(greedy, '/greedy/under-way')
    const rejected = await get(greedy, '/not-under-way')
    expect(rejected.status).to.equal(503)
    held.resolve()
    expect([(await waiting).status, (await joined).status]).to.deep.equal([200, 200])
  })

  it('checks a call before its capacity', async () => {
    await fill(greedy, 'greedy')
    expect((await gateway.call(greedy, '/metadata')).status).to.equal(400)
    expect((await gateway.call(`${greedy.slice(0, -1)}_`, '/metadata')).status).to.equal(401)
  })
})

describe('a long queue', () => {
  it('takes keys in turn, however many calls one of them has', async () => {
    const started: string[] = []
    const held = Promise.withResolvers<void>()
    const gateway = await startGatewayFixture({
      async handle(work) {
        await held.promise
        started.push(describeRequest(work.event, work.lane).url)
        return resultOf(work, '{}')
      },
    })
    try {
      const keys = [1, 2].map(() => gateway.makeKey(['metadata'], { plan: 'enterprise' }))
      const [greedy, modest] = (await Promise.all(keys)) as [string, string]
      const headers = { Prefer: 'respond-async' }
      const submit = (key: string, url: string) =>
        gateway.call(key, `/metadata?url=${encodeURIComponent(url)}`, { headers })
      await Promise.all(Array.from({ length: 90 }, (_, at) => submit(greedy, `http://shop.example/${at}`)))
      await submit(modest, 'http://modest.example/')
      held.resolve()
      await eventually(() => started.length === 91)
      // Eight slots: eight run already, and eight are started at once then.
      expect(started.indexOf('http://modest.example/')).to.be.below(17)
    } finally {
      held.resolve()
      await gateway.stop()
    }
  })
})
