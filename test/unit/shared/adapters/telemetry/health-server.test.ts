import { expect } from 'chai'
import { serveHealth } from '#shared/adapters/telemetry/health-server.ts'
import { httpCall } from '#test/unit/gateway/support/http-call.ts'

describe('serveHealth', () => {
  it('tells life from readiness', async () => {
    let isReady = false
    const server = await serveHealth({ host: '127.0.0.1', port: 0, allowedHosts: [], isReady: () => isReady })
    const ask = async (path: string) => {
      const { status, body } = await httpCall(`http://127.0.0.1:${server.port}`, path)
      return [status, JSON.parse(body.toString()).status]
    }
    expect([await ask('/healthz'), await ask('/readyz')]).to.deep.equal([
      [200, 'ok'],
      [503, 'unavailable'],
    ])
    isReady = true
    expect([await ask('/healthz'), await ask('/readyz')]).to.deep.equal([
      [200, 'ok'],
      [200, 'ready'],
    ])
    await server.close()
  })
})
