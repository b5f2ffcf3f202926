import { expect } from 'chai'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { RENDER_LOAD_BOARD } from '#shared/store/keys.ts'
import { noTracer } from '#shared/telemetry/tracer.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type GatewayFixture, startGatewayFixture } from '../../support/gateway-fixture.ts'

/** One browser that needs ten seconds for a page. */
const load = { slots: 1, perOwner: 1, seconds: 10, owners: 0, jobs: 0, waiting: {} }
/** A call waits 45 s, of which the queue may use 27 s: two pages, one after the other, are ready by then. */
const ACCEPTED = 2

describe('snapshots beyond what browsers can take', () => {
  const metrics = prometheusMetrics({ process: false })
  let gateway: GatewayFixture
  let greedy: string
  let modest: string
  let requested: readonly LogRecord[]
  before(async () => {
    gateway = await startGatewayFixture({
      handle: () => Promise.reject(new Error('no stage renders here')),
      telemetry: { metrics, tracer: noTracer },
    })
    greedy = await gateway.makeKey(['snapshot'])
    modest = await gateway.makeKey(['snapshot'])
    requested = await gateway.embedded.watch('inspection.requested.interactive')
    const text = JSON.stringify({ together: load, alone: load })
    await gateway.embedded.store.postNotice(RENDER_LOAD_BOARD, 'a process', text, { ttlMs: 60_000, most: 1 })
    const known = 'pageprobe_predicted_wait_seconds{operation="snapshot",owner="idle"} 0'
    await eventually(async () => (await metrics.expose()).text.includes(known))
  })
  after(() => gateway.stop())

  const shoot = (key: string, page: number, headers = {}) => {
    const body = JSON.stringify({ url: `http://shop.example/${page}` })
    const options = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body }
    return gateway.call(key, '/snapshot', options)
  }

  it('are refused at once, with Retry-After; other owners, and callers who wait longer, are not', async () => {
    const accept = (key: string, page: number) => void shoot(key, page).catch(() => 'the gateway was stopped')
    for (let page = 0; page < ACCEPTED; page++) accept(greedy, page)
    await eventually(() => requested.length === ACCEPTED)
    const { status, headers, json } = await shoot(greedy, ACCEPTED)
    expect(status).to.equal(503)
    expect(json().error.code).to.equal('SERVICE_UNAVAILABLE')
    expect(Number(headers['retry-after'])).to.be.within(1, 60)
    expect(headers['retry-after']).to.equal(String(json().error.details.retry_after))
    expect(headers.location).to.equal(undefined)
    expect((await metrics.expose()).text).to.include(
      'pageprobe_refusals_total{way="render",reason="too_long"} 1',
    )
    expect((await shoot(greedy, ACCEPTED, { Prefer: 'respond-async' })).status).to.equal(202)
    accept(modest, ACCEPTED + 1)
    await eventually(() => requested.length === ACCEPTED + 2)
  })
})
