import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import {
  ask,
  closing,
  connectRequest,
  errorOf,
  openTunnel,
  say,
  serve,
  serveRaw,
  testProxy,
  tunnelTo,
} from '../loopback.ts'

const allow = '127.0.0.0/8:*'
const MB = 1_000_000

describe('egress proxy: limits of a job', () => {
  const { open, closeAll } = closing()
  afterEach(closeAll)

  const endless = () =>
    open(
      serve((_, answer) => {
        const push = () => {
          while (!answer.destroyed && answer.write(Buffer.alloc(65_536)));
        }
        answer.on('drain', push)
        push()
      }),
    )

  it('ends an endless body at the byte, with every connection of the job', async () => {
    const target = await endless()
    const idle = await open(serveRaw((socket) => void socket.resume()))
    const proxy = await open(testProxy({ allow, limits: { maxBytes: 2 * MB } }))
    const bystander = await openTunnel(proxy, `127.0.0.1:${idle.port}`)
    const closed = once(bystander.on('error', () => {}).resume(), 'close')
    expect(await errorOf(ask(proxy, target.origin))).to.equal('ECONNRESET')
    await closed
    expect(proxy.exceeded()).to.equal('bytes')
    // What is over is what one connection held in its buffers.
    expect(proxy.counts().bytesReceived).to.be.within(2 * MB, 4 * MB)
    expect(await errorOf(ask(proxy, target.origin))).to.equal('ECONNRESET')
    expect(proxy.failureOf(target.origin)).to.deep.equal({ kind: 'limited', limit: 'bytes' })
  })

  it('counts what comes through tunnels, and ends them too', async () => {
    const target = await open(
      serveRaw((socket) => void socket.on('error', () => {}).write(Buffer.alloc(3 * MB))),
    )
    const proxy = await open(testProxy({ allow, limits: { maxBytes: 2 * MB } }))
    const tunnel = await openTunnel(proxy, `127.0.0.1:${target.port}`)
    await once(tunnel.on('error', () => {}).resume(), 'close')
    expect(proxy.exceeded()).to.equal('bytes')
  })

  it('counts every byte of an answer once', async () => {
    const bytes = `HTTP/1.1 200 OK\r\nContent-Length: ${MB}\r\n\r\n${'x'.repeat(MB)}`
    const target = await open(serveRaw((socket) => void socket.on('data', () => socket.write(bytes))))
    const proxy = await open(testProxy({ allow }))
    for (const times of [1, 2, 3]) {
      await ask(proxy, target.origin)
      expect(proxy.counts().bytesReceived).to.equal(times * bytes.length)
    }
    expect(target.connections.count).to.equal(1)
  })

  /** Says `head`, and then `part` for ever. */
  const forEver = (head: string, part: string) =>
    open(
      serveRaw((socket) => {
        const push = () => {
          while (!socket.destroyed && socket.write(part));
        }
        const begin = () => {
          socket.write(head)
          push()
        }
        socket
          .on('error', () => {})
          .on('drain', push)
          .once('data', begin)
      }),
    )

  it('counts interim answers too: a flood of them ends', async () => {
    const target = await forEver('', `HTTP/1.1 103 Early Hints\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`)
    const proxy = await open(testProxy({ allow, limits: { maxBytes: 30_000 } }))
    expect(await errorOf(ask(proxy, target.origin))).to.equal('ECONNRESET')
    expect(proxy.exceeded()).to.equal('bytes')
  })

  describe('ends a response of mostly framing long before its byte limit', () => {
    const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
    for (const [name, head, part] of [
      ['interim answers', '', 'HTTP/1.1 100 Continue\r\n\r\n'],
      ['empty lines', '', '\r\n'],
      ['chunks of a byte', chunked, '1\r\nx\r\n'],
      ['extensions of chunks', chunked, '1;a=1234567890\r\nx\r\n'],
    ] as const) {
      it(name, async () => {
        const target = await forEver(head, part.repeat(10_000))
        const proxy = await open(testProxy({ allow }))
        expect(await errorOf(ask(proxy, target.origin))).to.match(/ECONNRESET|HPE_/)
        expect(proxy.failureOf(target.origin)).to.include({ kind: 'unreachable', reason: 'invalid_response' })
        expect(proxy.counts().bytesReceived).to.be.below(MB)
      })
    }
  })

  it('passes on what has many interim answers before it, and small chunks for long', async () => {
    const interim = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)
    const chunks = '5\r\nlines\r\n'.repeat(50_000)
    const answer = `${interim}HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`
    const target = await open(serveRaw((socket) => void socket.on('data', () => socket.write(answer))))
    const proxy = await open(testProxy({ allow }))
    for (let times = 0; times < 2; times++) {
      expect((await ask(proxy, target.origin)).body.length).to.equal(250_000)
    }
    expect(target.connections.count).to.equal(1)
  })

  it('admits so many requests and no more; what runs goes on', async () => {
    const target = await open(serve((_, answer) => void answer.end('page')))
    const echo = await open(serveRaw((socket) => void socket.pipe(socket)))
    const proxy = await open(testProxy({ allow, limits: { maxRequests: 3 } }))
    const tunnel = await openTunnel(proxy, `127.0.0.1:${echo.port}`)
    for (let i = 0; i < 2; i++) expect(await ask(proxy, target.origin)).to.include({ status: 200 })
    expect(proxy.exceeded()).to.equal(null)
    expect(await errorOf(ask(proxy, target.origin))).to.equal('ECONNRESET')
    expect(await tunnelTo(proxy, `127.0.0.1:${echo.port}`)).to.match(/^502/)
    expect(proxy.exceeded()).to.equal('requests')
    expect(proxy.failureOf(target.origin)).to.deep.equal({ kind: 'limited', limit: 'requests' })
    tunnel.write('still here')
    expect(String((await once(tunnel, 'data'))[0])).to.equal('still here')
    tunnel.destroy()
  })

  it('holds so many connections at a time and no more', async () => {
    const target = await open(serveRaw((socket) => void socket.resume()))
    const proxy = await open(testProxy({ allow, limits: { maxConnections: 2 } }))
    const authority = `127.0.0.1:${target.port}`
    const tunnels = [await openTunnel(proxy, authority), await openTunnel(proxy, authority)]
    expect(await tunnelTo(proxy, authority)).to.match(/^502/)
    expect(proxy.failureOf(`http://${authority}`)).to.deep.equal({ kind: 'limited', limit: 'connections' })
    expect(proxy.exceeded()).to.equal(null)
    const [socket] = target.connections.open
    tunnels[0]?.destroy()
    if (socket) await once(socket, 'close')
    expect(await tunnelTo(proxy, authority)).not.to.be.a('string')
    expect(target.connections.count).to.equal(3)
  })

  it('ends a silent answer and a silent tunnel', async () => {
    const target = await open(serveRaw((socket) => void socket.resume()))
    const proxy = await open(testProxy({ allow, limits: { idleMs: 100 } }))
    expect(await errorOf(ask(proxy, target.origin))).to.equal('ECONNRESET')
    expect(proxy.failureOf(target.origin)).to.include({ kind: 'unreachable', reason: 'connection_timeout' })
    const tunnel = await openTunnel(proxy, `127.0.0.1:${target.port}`)
    await once(tunnel.resume(), 'close')
  })
})

describe('proxy, who may use it', () => {
  const { open, closeAll } = closing()
  afterEach(closeAll)

  it('gives nothing without the credential: neither a page, nor a tunnel, nor a reason', async () => {
    const target = await open(serve((_, answer) => void answer.end('page')))
    const [proxy, other] = [await open(testProxy({ allow })), await open(testProxy({ allow }))]
    for (const headers of [{ 'proxy-authorization': '' }, { 'proxy-authorization': 'Basic cmVuZGVyOg==' }]) {
      const answer = await ask(proxy, target.origin, { headers })
      expect(answer).to.include({ status: 407 })
      expect(answer.headers['proxy-authenticate']).to.match(/^Basic realm=/)
      expect(answer.body.length).to.equal(0)
    }
    const foreign = { ...proxy, credential: other.credential }
    expect(await tunnelTo(foreign, `127.0.0.1:${target.port}`)).to.match(/^407/)
    expect(await ask(foreign, proxy.authProbeUrl)).to.include({ status: 407 })
    expect(target.connections.count).to.equal(0)
    expect(proxy.counts()).to.include({ requests: 0, tunnels: 0 })
  })

  it('answers the admission URL itself, and only that one', async () => {
    const proxy = await open(testProxy({ allow }))
    expect(await ask(proxy, proxy.authProbeUrl)).to.include({ status: 204 })
    expect(await errorOf(ask(proxy, 'http://proxy.invalid/'))).to.equal('ECONNRESET')
    expect(proxy.counts()).to.include({ requests: 1 })
  })

  it('is reached on the loopback address alone', async () => {
    expect(new URL((await open(testProxy())).url).hostname).to.equal('127.0.0.1')
  })
})

describe('proxy, its end', () => {
  const { open, closeAll } = closing()
  afterEach(closeAll)

  async function busy(signal?: AbortSignal) {
    const silent = await open(serveRaw((socket) => void socket.resume()))
    const proxy = await open(testProxy({ allow, ...(signal && { signal }) }))
    const requested = errorOf(ask(proxy, silent.origin))
    const tunnel = await openTunnel(proxy, `127.0.0.1:${silent.port}`)
    tunnel.on('error', () => {}).resume()
    while (silent.connections.open.size < 2) await pause(5)
    return { silent, proxy, asked: requested, closed: once(tunnel, 'close') }
  }

  async function expectGone({
    silent,
    proxy,
    asked: requested,
    closed,
  }: Awaited<ReturnType<typeof busy>>): Promise<void> {
    expect(await requested).to.equal('ECONNRESET')
    await closed
    while (silent.connections.open.size > 0) await pause(5)
    const { hostname, port } = new URL(proxy.url)
    const [error] = await once(connect(Number(port), hostname), 'error')
    expect(error).to.include({ code: 'ECONNREFUSED' })
    expect(proxy.counts()).to.include({ requests: 1, tunnels: 1, unreachable: 0 })
  }

  it('leaves no connection and no listener, and can be asked for twice', async () => {
    const all = await busy()
    await Promise.all([all.proxy.close(), all.proxy.close()])
    await expectGone(all)
  })

  it("comes with the abortion of the job's signal", async () => {
    const job = new AbortController()
    const all = await busy(job.signal)
    job.abort()
    await expectGone(all)
  })

  it('is the beginning for a job that is over', async () => {
    const reason = new Error('over')
    expect(await errorOf(testProxy({ signal: AbortSignal.abort(reason) }))).to.equal('over')
  })

  it('reaches a connection that came to stand later', async () => {
    const target = await open(serveRaw((socket) => void socket.resume()))
    const { promise: requested, resolve: wasRequested } = Promise.withResolvers<void>()
    const { promise: addresses, resolve: answer } = Promise.withResolvers<string[]>()
    const resolve = () => {
      wasRequested()
      return addresses
    }
    const proxy = await open(testProxy({ allow, resolve }))
    const said = say(proxy, connectRequest(proxy, `www.example.com:${target.port}`))
    await requested
    await proxy.close()
    answer(['127.0.0.1'])
    expect(await said).to.equal('')
    while (target.connections.count === 0 || target.connections.open.size > 0) await pause(5)
  })
})
