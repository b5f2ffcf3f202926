import { expect } from 'chai'
import { errors } from 'undici'
import { loopbackClient, serve, serveRaw, userAgent } from './loopback.ts'

describe('makeHttpClient', () => {
  it('aborts requests in flight, and rejects further ones, once it is closed, without blaming the target', async () => {
    const site = await serveRaw(() => {})
    const client = loopbackClient()
    const fetchPage = () => client.fetchPage({ url: site.origin, userAgent }).catch((error: unknown) => error)
    const running = fetchPage()
    await new Promise((resolve) => setTimeout(resolve, 50))
    await client.close()
    for (const outcome of [await running, await fetchPage()]) {
      expect(outcome).to.be.instanceOf(errors.ClientDestroyedError)
    }
    await site.close()
  })

  it('opens no more connections to an origin than configured, and serves all requests', async () => {
    let open = 0
    let most = 0
    const site = await serve((_request, response) => {
      open += 1
      most = Math.max(most, open)
      setTimeout(() => {
        open -= 1
        response.end('page')
      }, 20)
    })
    const client = loopbackClient({ connectionsPerOrigin: 3 })
    const pages = Array.from({ length: 12 }, () => client.fetchPage({ url: site.origin, userAgent }))
    expect((await Promise.all(pages)).map(({ status }) => status)).to.deep.equal(Array(12).fill(200))
    expect(most).to.equal(3)
    await Promise.all([client.close(), site.close()])
  })
})
