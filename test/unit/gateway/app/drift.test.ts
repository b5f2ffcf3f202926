import { expect } from 'chai'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import { noTracer } from '#shared/telemetry/tracer.ts'
import { resultOf } from '#test/unit/shared/stage/toy-stage.ts'
import { type GatewayFixture, startGatewayFixture } from '../support/gateway-fixture.ts'
import { rawHttp } from '../support/raw-http.ts'

const APP = 'https://app.example'
const target = `/metadata?url=${encodeURIComponent('http://shop.example/')}`

/** Whether the application contains its parts; each part has tests of its own. */
describe('the whole application', () => {
  let gateway: GatewayFixture
  let key: string
  before(async () => {
    const metrics = prometheusMetrics({ process: false })
    gateway = await startGatewayFixture({
      handle: async (work) => resultOf(work, JSON.stringify({ text: 'a'.repeat(2000) })),
      env: { CORS_ORIGINS: APP },
      telemetry: { metrics, tracer: noTracer },
    })
    key = await gateway.makeKey(['metadata'], { plan: 'enterprise' })
  })
  after(() => gateway.stop())

  it('answers HEAD like GET, without a body', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics', target, '/nothing']) {
      const get = await gateway.call(key, path)
      const head = await gateway.call(key, path, { method: 'HEAD' })
      expect([path, head.status, head.body.length]).to.deep.equal([path, get.status, 0])
      expect(head.headers['content-type']).to.equal(get.headers['content-type'])
    }
  })

  it('lets pages of a configured origin call and read errors', async () => {
    const question = { Origin: APP, 'Access-Control-Request-Method': 'GET' }
    const preflight = await gateway.call(null, '/metadata', { method: 'OPTIONS', headers: question })
    expect(preflight.status).to.equal(204)
    expect(preflight.headers['access-control-allow-methods']?.split(', ')).to.include('GET')
    expect(preflight.headers).to.include({ 'x-content-type-options': 'nosniff' })
    for (const path of [target, '/metadata', '/nothing', '/healthz']) {
      const { headers } = await gateway.call(key, path, { headers: { Origin: APP } })
      expect([path, headers['access-control-allow-origin']]).to.deep.equal([path, APP])
      expect(headers.vary?.split(', ')).to.include('Origin')
    }
  })

  it('compresses large answers in an accepted coding', async () => {
    const { headers } = await gateway.call(key, target, { headers: { 'Accept-Encoding': 'br' } })
    expect(headers['content-encoding']).to.equal('br')
    const plain = await gateway.call(key, target)
    expect([plain.headers['content-encoding'], plain.headers.vary]).to.deep.equal([
      undefined,
      'Origin, Accept-Encoding',
    ])
  })

  it('serves its metrics without a key, with the headers of every answer', async () => {
    await gateway.call(null, '/metadata')
    const { status, headers, body } = await gateway.call(null, '/metrics')
    expect(status).to.equal(200)
    expect(headers['content-type']).to.match(/^text\/plain; version=0\.0\.4/)
    expect(headers).to.include({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(body.toString()).to.include(
      'pageprobe_http_errors_total{operation="metadata",code="INVALID_API_KEY"}',
    )
  })

  it('serves an absolute target as its own path, by the host that it names', async () => {
    const bytes = `GET http://other.example:81/healthz HTTP/1.1\r\nHost: unknown.example\r\nConnection: close\r\n\r\n`
    const { statuses, body } = await rawHttp(gateway.url, bytes)
    expect([statuses, JSON.parse(body)]).to.deep.equal([[200], { status: 'ok' }])
  })
})
