import type { ServerResponse } from 'node:http'
import { expect } from 'chai'
import { errors } from 'undici'
import { eventually } from '#test/contract/eventually.ts'
import { loopbackClient, serve, serveRaw, userAgent } from './loopback.ts'

describe('makeHttpClient', () => {
  it('aborts requests in flight, and rejects further ones, once it is closed, without blaming the target', async () => {
    const site = await serveRaw(() => {})
    const client = loopbackClient()
    const fetchPage = () => client.fetchPage({ url: site.origin, userAgent }).catch((error: unknown) => error)
    const running = fetchPage()
    await eventually(() => site.requested.length === 1)
    await client.close()
    for (const outcome of [await running, await fetchPage()]) {
      expect(outcome).to.be.instanceOf(errors.ClientDestroyedError)
    }
    await site.close()
  })

  it('opens no more connections to an origin than configured, and serves all requests', async () => {
    const open: ServerResponse[] = []
    const site = await serve((_request, response) => void open.push(response))
    const client = loopbackClient({ connectionsPerOrigin: 3 })
    const pages = Array.from({ length: 12 }, () => client.fetchPage({ url: site.origin, userAgent }))
    for (let round = 0; round < 4; round++) {
      await eventually(() => open.length >= 3)
      expect(open.length).to.equal(3)
      for (const response of open.splice(0)) response.end('page')
    }
    expect((await Promise.all(pages)).map(({ status }) => status)).to.deep.equal(Array(12).fill(200))
    await Promise.all([client.close(), site.close()])
  })
})
