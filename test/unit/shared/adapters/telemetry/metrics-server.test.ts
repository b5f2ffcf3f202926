import { expect } from 'chai'
import { serveMetrics } from '#shared/adapters/telemetry/metrics-server.ts'
import type { PageServer } from '#shared/adapters/telemetry/page-server.ts'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { httpCall } from '#test/unit/gateway/support/http-call.ts'

describe('serveMetrics', () => {
  const metrics = prometheusMetrics({ process: false })
  let server: PageServer
  let url: string
  before(async () => {
    metrics.counter({ name: 'calls_total', help: 'Calls', labels: {} }).add({})
    server = await serveMetrics({ host: '127.0.0.1', port: 0, allowedHosts: ['metrics.example'], metrics })
    url = `http://127.0.0.1:${server.port}`
  })
  after(() => server.close())

  it('serves the metrics', async () => {
    const { status, headers, body } = await httpCall(url, '/metrics')
    expect(status).to.equal(200)
    expect(headers['content-type']).to.match(/^text\/plain/)
    expect(body.toString()).to.include('\ncalls_total 1\n')
  })

  it('answers HEAD with the same headers', async () => {
    const [get, head] = await Promise.all([
      httpCall(url, '/metrics'),
      httpCall(url, '/metrics', { method: 'HEAD' }),
    ])
    expect(head.headers['content-length']).to.equal(get.headers['content-length'])
    expect([head.status, head.body.length]).to.deep.equal([200, 0])
  })

  it('answers the liveness check', async () => {
    const { status, body } = await httpCall(url, '/healthz')
    expect([status, JSON.parse(body.toString())]).to.deep.equal([200, { status: 'ok' }])
  })

  for (const [host, status] of Object.entries({
    'evil.example': 421,
    localhost: 200,
    'metrics.example:9464': 200,
  })) {
    it(`answers ${status} for the host ${host}`, async () => {
      expect((await httpCall(url, '/metrics', { headers: { Host: host } })).status).to.equal(status)
    })
  }

  for (const [method, path] of [
    ['POST', '/healthz'],
    ['GET', '/'],
    ['POST', '/metrics'],
    ['GET', '/metrics/x'],
  ] as const) {
    it(`answers 404: ${method} ${path}`, async () => {
      expect((await httpCall(url, path, { method })).status).to.equal(404)
    })
  }

  it('rejects if the port is in use', async () => {
    const error = await rejectionOf(
      serveMetrics({ host: '127.0.0.1', port: server.port, allowedHosts: [], metrics }),
    )
    expect(error).to.have.property('code', 'EADDRINUSE')
  })
})
