import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { runProgram } from './run-program.ts'

describe('infra/healthy.ts', () => {
  let server: Server
  let origin: string
  before(async () => {
    server = createServer(({ url }, response) => {
      // A stopped program accepts connections and answers none.
      if (url !== '/stopped') response.writeHead(url === '/healthz' ? 200 : 503).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  for (const [path, code] of [
    ['/healthz', 0],
    ['/readyz', 1],
    ['/stopped', 1],
  ] as const) {
    it(`exits with ${code} for ${path}`, async () => {
      const ended = await runProgram('infra/healthy.ts', [`${origin}${path}`])
      expect(ended.code).to.equal(code)
      expect(ended.said === '').to.equal(code === 0)
    })
  }

  it('exits with 1 where nothing listens', async () => {
    expect((await runProgram('infra/healthy.ts', ['http://127.0.0.1:9/'])).code).to.equal(1)
  })
})
