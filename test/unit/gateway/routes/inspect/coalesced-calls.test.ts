import { expect } from 'chai'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import { Failure } from '#shared/errors.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { noTelemetry } from '#shared/telemetry/telemetry.ts'
import { eventually } from '#test/contract/eventually.ts'
import { resultOf } from '#test/unit/shared/stage/toy-stage.ts'
import { type GatewayFixture, startGatewayFixture } from '../../support/gateway-fixture.ts'

const HOST = 'http://shop.example'
const JOINED = /^pageprobe_inspection_requests_total\{operation="metadata",outcome="coalesced"\} (\d+)$/m

describe('identical requests in flight', () => {
  const metrics = prometheusMetrics({ process: false })
  let gateway: GatewayFixture
  let one: string
  let another: string
  /** URLs that were inspected. */
  let inspected: string[]
  let held: PromiseWithResolvers<void>
  before(async () => {
    gateway = await startGatewayFixture({
      telemetry: { ...noTelemetry, metrics },
      async handle(work) {
        const { url } = describeRequest(work.event, work.lane)
        inspected.push(url)
        await held.promise
        if (url.includes('/large')) return resultOf(work, JSON.stringify({ url, text: 'x'.repeat(300_000) }))
        if (url.includes('/gone'))
          throw new Failure('URL_UNREACHABLE', 'nobody is there', { details: { url } })
        return resultOf(work, JSON.stringify({ url, count: inspected.length }))
      },
    })
    one = await gateway.makeKey(['metadata'], { plan: 'enterprise' })
    another = await gateway.makeKey(['metadata'], { plan: 'enterprise' })
  })
  after(() => gateway.stop())
  beforeEach(() => {
    inspected = []
    held = Promise.withResolvers()
  })
  afterEach(() => held.resolve())

  const get = (key: string, url: string, headers = {}, signal?: AbortSignal) =>
    gateway.call(key, `/metadata?url=${encodeURIComponent(url)}`, { headers, ...(signal && { signal }) })
  const underWay = (count = 1) => eventually(() => inspected.length === count)
  /** How many requests have joined an inspection in flight, since the start of the gateway. */
  const joined = async () => {
    const { text } = await metrics.expose()
    return Number(JOINED.exec(text)?.[1] ?? 0)
  }
  const untilJoined = (count: number) => eventually(async () => (await joined()) === count)
  const ended = async (key: string, location: string) => {
    await eventually(async () => (await gateway.call(key, location)).status !== 202)
    return gateway.call(key, location)
  }

  it('are one inspection, and each answer has the URL of its caller', async () => {
    const spellings = ['/one', '/one#a', '/./one', '/x/../one']
    const urls = Array.from({ length: 200 }, (_, at) => `${HOST}${spellings[at % 4]}`)
    const before = await joined()
    const calls = urls.map((url, at) => get(at % 2 === 0 ? one : another, url))
    await untilJoined(before + urls.length - 1)
    held.resolve()
    const answers = await Promise.all(calls)
    expect(inspected).to.have.length(1)
    expect(answers.map((answer) => [answer.status, answer.json()])).to.deep.equal(
      urls.map((url) => [200, { url, count: 1 }]),
    )
  })

  it('include those that accept no cached answer', async () => {
    const before = await joined()
    const first = get(one, `${HOST}/no-cache`)
    await underWay()
    const second = get(one, `${HOST}/no-cache`, { 'Cache-Control': 'no-cache' })
    await untilJoined(before + 1)
    held.resolve()
    expect((await second).json()).to.deep.equal((await first).json())
    expect(inspected).to.have.length(1)
  })

  it('do not include other requests', async () => {
    const calls = ['/a', '/a?', '/b'].map((path) => get(one, HOST + path))
    calls.push(gateway.call(one, `/metadata?fields=og&url=${encodeURIComponent(`${HOST}/a`)}`))
    await underWay(4)
    held.resolve()
    for (const { status } of await Promise.all(calls)) expect(status).to.equal(200)
  })

  it('share a failure, and the next request starts a new inspection', async () => {
    const before = await joined()
    const calls = [get(one, `${HOST}/gone`), get(another, `${HOST}/gone#x`)]
    await untilJoined(before + 1)
    held.resolve()
    for (const { status, json } of await Promise.all(calls)) {
      expect([status, json().message]).to.deep.equal([500, 'nobody is there'])
    }
    expect(inspected).to.have.length(1)
    // The callers have their answer a moment before the next request is no longer joined.
    await eventually(async () => (await get(one, `${HOST}/gone`)) && inspected.length === 2)
  })

  it('share a result of over 256 KiB, which is cached afterwards', async () => {
    const urls = [`${HOST}/large`, `${HOST}/large#x`]
    const before = await joined()
    const calls = urls.map((url) => get(one, url))
    await untilJoined(before + 1)
    held.resolve()
    const text = 'x'.repeat(300_000)
    const answers = await Promise.all(calls)
    expect(answers.map(({ json }) => json())).to.deep.equal(urls.map((url) => ({ url, text })))
    const again = await get(one, `${HOST}/large#y`)
    expect(again.headers['x-cache']).to.equal('HIT')
    expect(again.json()).to.deep.equal({ url: `${HOST}/large#y`, text })
    expect(inspected).to.have.length(1)
  })

  it('go on when the first caller disconnects', async () => {
    const before = await joined()
    const leaving = new AbortController()
    const first = get(one, `${HOST}/left`, {}, leaving.signal).catch((error: Error) => error)
    await underWay()
    const second = get(another, `${HOST}/left`)
    await untilJoined(before + 1)
    leaving.abort()
    expect(await first).to.be.instanceOf(Error)
    held.resolve()
    expect((await second).json()).to.deep.equal({ url: `${HOST}/left`, count: 1 })
    expect(inspected).to.have.length(1)
  })

  it('have a cached answer as soon as one of them is answered', async () => {
    held.resolve()
    for (let count = 0; count < 20; count++) {
      const url = `${HOST}/at-once/${count}`
      expect((await get(one, url)).headers['x-cache']).to.equal('MISS')
      expect((await get(one, url)).headers['x-cache']).to.equal('HIT')
    }
    expect(inspected).to.have.length(20)
  })

  it('are a new inspection after an answer when the caller accepts no cached one', async () => {
    held.resolve()
    for (let count = 1; count <= 20; count++) {
      const { json } = await get(one, `${HOST}/anew`, { 'Cache-Control': 'no-cache' })
      expect(json().count).to.equal(count)
    }
  })

  describe('with Prefer: respond-async', () => {
    const prefer = { Prefer: 'respond-async' }
    const submit = async (key: string, url: string) => (await get(key, url, prefer)).headers.location ?? ''

    it('have ids of their own, visible to their own key only', async () => {
      const mine = await submit(one, `${HOST}/async`)
      const theirs = await submit(another, `${HOST}/async#theirs`)
      expect(mine).not.to.equal(theirs)
      expect((await gateway.call(another, theirs)).status).to.equal(202)
      held.resolve()
      expect((await ended(one, mine)).json()).to.deep.equal({ url: `${HOST}/async`, count: 1 })
      expect((await ended(another, theirs)).json()).to.deep.equal({ url: `${HOST}/async#theirs`, count: 1 })
      expect((await gateway.call(one, theirs)).status).to.equal(404)
      expect((await gateway.call(another, mine)).status).to.equal(404)
      expect(inspected).to.have.length(1)
    })

    it('have the shared failure at their own id', async () => {
      await submit(one, `${HOST}/gone/async`)
      const theirs = await submit(another, `${HOST}/gone/async#theirs`)
      held.resolve()
      const { status, json } = await ended(another, theirs)
      expect([status, json().message]).to.deep.equal([500, 'nobody is there'])
      expect(inspected).to.have.length(1)
    })

    it('are joined by a call that waits, but do not join one, which may end earlier', async () => {
      const before = await joined()
      const waiting = get(one, `${HOST}/mixed`)
      await underWay()
      const location = await submit(one, `${HOST}/mixed`)
      await underWay(2)
      const joining = get(another, `${HOST}/mixed`)
      await untilJoined(before + 1)
      held.resolve()
      for (const { status } of await Promise.all([waiting, joining])) expect(status).to.equal(200)
      expect((await ended(one, location)).status).to.equal(200)
      expect(inspected).to.have.length(2)
    })
  })

  it('refer a caller whose time is over to its own id', async () => {
    const impatient = await startGatewayFixture({
      env: { ANSWER_TIMEOUT_MS: '300' },
      async handle(work) {
        inspected.push('')
        await held.promise
        return resultOf(work, '{"title":"late"}')
      },
    })
    try {
      const keys = [await impatient.makeKey(['metadata']), await impatient.makeKey(['metadata'])]
      const target = `/metadata?url=${encodeURIComponent(`${HOST}/late`)}`
      const answers = await Promise.all(keys.map((key) => impatient.call(key, target)))
      const locations = answers.map(({ headers }) => headers.location ?? '')
      expect(answers.map(({ status }) => status)).to.deep.equal([503, 503])
      expect(new Set(locations).size).to.equal(2)
      held.resolve()
      for (const [at, key] of keys.entries()) {
        const location = locations[at] ?? ''
        await eventually(async () => (await impatient.call(key, location)).status === 200)
        expect((await impatient.call(key, location)).json()).to.deep.equal({ title: 'late' })
      }
      expect(inspected).to.have.length(1)
    } finally {
      await impatient.stop()
    }
  })
})
