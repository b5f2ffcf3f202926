import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { eventually } from '#test/contract/eventually.ts'
import { resultOf } from '#test/unit/shared/stage/toy-stage.ts'
import { type GatewayFixture, startGatewayFixture } from '../support/gateway-fixture.ts'

/** Has each call of the adapter reject as when its service is away, until the returned function is called. */
function takeAway(adapter: object, service: string): () => void {
  const methods = { ...adapter }
  const rejecting = async () => {
    throw unavailable(service)
  }
  Object.assign(adapter, Object.fromEntries(Object.keys(methods).map((name) => [name, rejecting])))
  return () => void Object.assign(adapter, methods)
}

describe('a gateway whose log or store is away for a while', () => {
  let gateway: GatewayFixture
  let key: string
  let held: PromiseWithResolvers<void>
  let started: string[]
  let giveBack: () => void
  beforeEach(async () => {
    started = []
    held = Promise.withResolvers()
    giveBack = () => {}
    gateway = await startGatewayFixture({
      // Only the outage ends the wait of a call.
      env: { ANSWER_TIMEOUT_MS: '60000' },
      async handle(work) {
        const { url } = describeRequest(work.event, work.lane)
        started.push(url)
        await held.promise
        return resultOf(work, JSON.stringify({ url }))
      },
    })
    key = await gateway.makeKey(['metadata'])
  })
  afterEach(async () => {
    held.resolve()
    giveBack()
    await gateway.stop()
  })

  const readiness = async () => (await gateway.call(null, '/readyz')).status
  const get = (url: string) => gateway.call(key, `/metadata?url=${encodeURIComponent(url)}`)

  for (const service of ['log', 'store'] as const) {
    it(`refuses calls with Retry-After meanwhile, and answers what it had accepted: ${service}`, async () => {
      const url = 'http://shop.example/accepted'
      const waiting = get(url)
      await eventually(() => started.includes(url))
      giveBack = takeAway(gateway.embedded[service], service)

      const interrupted = await waiting
      const location = interrupted.headers.location ?? ''
      expect(interrupted.status).to.equal(503)
      expect(location).to.match(/^\/inspections\/[\w-]+$/)
      await eventually(async () => (await readiness()) === 503)
      const refused = await get('http://shop.example/refused')
      expect(refused.status).to.equal(503)
      expect(refused.json()).to.include({ success: false })
      expect(refused.json().error.code).to.equal('SERVICE_UNAVAILABLE')
      expect(refused.headers['retry-after']).to.match(/^\d+$/)
      expect(refused.headers['retry-after']).to.equal(String(refused.json().error.details.retry_after))
      expect(refused.headers.location).to.equal(undefined)

      held.resolve()
      giveBack()
      await eventually(async () => (await gateway.call(key, location)).status === 200)
      expect((await gateway.call(key, location)).json().url).to.equal(url)
      await eventually(async () => (await readiness()) === 200)
      expect((await get('http://shop.example/later')).status).to.equal(200)
      expect(started.filter((one) => one === url)).to.have.length(1)
    })
  }
})
