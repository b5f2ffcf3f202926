import { expect } from 'chai'
import { ask, closing, openTunnel, serve, testProxy, tunnelTo } from '../loopback.ts'

const allow = '127.0.0.0/8:*'

describe('egress proxy: blocked URLs', () => {
  const { open, closeAll } = closing()
  afterEach(closeAll)

  async function blocking() {
    const target = await open(serve((_request, response) => void response.end('passed')))
    const requested: string[] = []
    const proxy = await open(testProxy({ allow }))
    proxy.block((url) => {
      requested.push(url)
      return new URL(url).hostname === '127.0.0.2'
    })
    return { target, asked: requested, proxy }
  }

  it('gets nowhere, and is no failure of the target', async () => {
    const { target, asked: requested, proxy } = await blocking()
    const url = `http://127.0.0.2:${target.port}/a?b`
    expect((await ask(proxy, url)).status).to.equal(403)
    expect(await tunnelTo(proxy, `127.0.0.2:${target.port}`)).to.equal('502 Bad Gateway')
    expect(requested).to.deep.equal([url, `https://127.0.0.2:${target.port}/`])
    expect(target.connections.count).to.equal(0)
    expect(proxy.failureOf(url)).to.equal(null)
    expect(proxy.counts()).to.deep.equal({
      requests: 0,
      tunnels: 0,
      refused: 0,
      unreachable: 0,
      bytesReceived: 0,
    })
  })

  it('leaves all else alone', async () => {
    const { target, proxy } = await blocking()
    const { body } = await ask(proxy, `${target.origin}/`)
    expect(String(body)).to.equal('passed')
    const tunnel = await openTunnel(proxy, `127.0.0.1:${target.port}`)
    tunnel.destroy()
    expect(proxy.counts()).to.include({ requests: 1, tunnels: 1 })
  })

  it('is nothing to those who have no credential', async () => {
    const { target, asked: requested, proxy } = await blocking()
    const url = `http://127.0.0.2:${target.port}/`
    const { status } = await ask(proxy, url, { headers: { 'proxy-authorization': 'Basic x' } })
    expect(status).to.equal(407)
    expect(requested).to.deep.equal([])
  })
})
