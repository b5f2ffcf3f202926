import { once } from 'node:events'
import { connect as connectH2, createSecureServer } from 'node:http2'
import { connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { driveClock } from '#test/unit/driven-clock.ts'
import { openBlackHole } from '#test/unit/shared/egress/black-hole.ts'
import { openCanary } from '#test/unit/shared/egress/canary.ts'
import { makeCertificate } from '#test/unit/shared/egress/certificate.ts'
import {
  closing,
  connectRequest,
  listening,
  openTunnel,
  say,
  serveRaw,
  testProxy,
  tunnelTo,
} from './loopback.ts'

const allow = '127.0.0.0/8:*'

/** Resolves once the figure has grown, and then has been the same for some looks. */
async function settled(figure: () => number): Promise<void> {
  let [last, looks] = [0, 0]
  await eventually(() => {
    looks = figure() === last ? looks + 1 : 0
    last = figure()
    return last > 0 && looks >= 5
  })
}

describe('egress proxy: CONNECT', () => {
  const { open, closeAll } = closing()
  afterEach(closeAll)

  it('passes bytes both ways, those sent ahead of the answer too', async () => {
    const target = await open(serveRaw((socket) => void socket.pipe(socket)))
    const proxy = await open(testProxy({ allow }))
    const tunnel = await openTunnel(proxy, `127.0.0.1:${target.port}`)
    tunnel.end('ping')
    expect(await text(tunnel)).to.equal('ping')
    const { hostname, port } = new URL(proxy.url)
    const client = connect(Number(port), hostname)
    client.end(`${connectRequest(proxy, `127.0.0.1:${target.port}`)}early`)
    expect(await text(client)).to.match(/^HTTP\/1\.1 200 .*\r\n\r\nearly$/s)
    expect(proxy.counts()).to.include({ requests: 0, tunnels: 2 })
  })

  it('leaves TLS and HTTP/2 to the browser and the target', async () => {
    const certificate = await makeCertificate('DNS:www.example.com')
    const server = createSecureServer(
      certificate,
      (requested, answer) => void answer.end(`h2 ${requested.url}`),
    )
    const target = await open(listening(server))
    const proxy = await open(testProxy({ allow, resolve: async () => ['127.0.0.1'] }))
    const socket = await openTunnel(proxy, `www.example.com:${target.port}`)
    const tls = connectTls({
      socket,
      servername: 'www.example.com',
      ca: certificate.cert,
      ALPNProtocols: ['h2'],
    })
    await once(tls, 'secureConnect')
    expect(tls).to.include({ authorized: true, alpnProtocol: 'h2' })
    const session = connectH2('https://www.example.com', { createConnection: () => tls })
    expect(await text(session.request({ ':path': '/page' }))).to.equal('h2 /page')
    session.destroy()
  })

  it('answers a refused target with the same bytes as an unreachable one', async () => {
    const canary = await open(openCanary('127.0.0.1'))
    const hole = await open(openBlackHole('127.0.0.1'))
    const gone = await serveRaw(() => {})
    await gone.close()
    const proxy = await open(testProxy({ allow: `127.0.0.1:${hole.port},127.0.0.1:${gone.port}` }))
    const targets = {
      [`127.0.0.1:${canary.port}`]: { kind: 'refused', reason: 'address_not_allowed' },
      [`localhost:${canary.port}`]: { kind: 'refused', reason: 'name_not_allowed' },
      'unknown.example.com:443': { kind: 'unreachable', reason: 'dns_failure' },
      [`127.0.0.1:${gone.port}`]: { kind: 'unreachable', reason: 'connection_refused' },
      [`127.0.0.1:${hole.port}`]: { kind: 'unreachable', reason: 'connection_timeout' },
    }
    const answers = new Set<string>()
    for (const [authority, failure] of Object.entries(targets)) {
      answers.add(await say(proxy, connectRequest(proxy, authority)))
      expect(proxy.failureOf(`https://${authority}/`), authority).to.include(failure)
    }
    expect([...answers]).to.deep.equal([
      'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    ])
    expect(canary.hits).to.equal(0)
    expect(proxy.counts()).to.include({ tunnels: 5, refused: 2, unreachable: 3 })
  })

  it('refuses what is no host and port', async () => {
    const canary = await open(openCanary('127.0.0.1'))
    const proxy = await open(testProxy({ allow }))
    for (const authority of [`127.0.0.1`, `www.example.com/x:${canary.port}`, `a@127.0.0.1:${canary.port}`]) {
      expect(await tunnelTo(proxy, authority), authority).to.match(/^400/)
    }
    expect(canary.hits).to.equal(0)
  })

  it('pins the judged address: a name bound anew is judged anew', async () => {
    const canary = await open(openCanary('127.0.0.1'))
    const target = await open(
      listening(
        createServer((socket) => void socket.end('judged')),
        '127.0.0.2',
        canary.port,
      ),
    )
    let requested = 0
    const resolve = async () => [requested++ === 0 ? '127.0.0.2' : '127.0.0.1']
    const proxy = await open(testProxy({ allow: `127.0.0.2:${target.port}`, resolve }))
    const tunnel = await openTunnel(proxy, `www.example.com:${target.port}`)
    expect(await text(tunnel)).to.equal('judged')
    expect(await tunnelTo(proxy, `www.example.com:${target.port}`)).to.match(/^502/)
    expect(canary.hits).to.equal(0)
  })

  it('delivers all that a target sent before it closed (RFC 9110, 9.3.6), to a slow reader too', async () => {
    const sent = Buffer.alloc(4_000_000, 'x')
    let sender: Socket | undefined
    const target = await open(
      serveRaw((socket) => {
        sender = socket.end(sent)
      }),
    )
    const proxy = await open(testProxy({ allow }))
    const tunnel = await openTunnel(proxy, `127.0.0.1:${target.port}`)
    await settled(() => sender?.bytesWritten ?? 0)
    const clock = driveClock()
    await clock.pass(60_000)
    clock.stop()
    expect((await text(tunnel)).length).to.equal(sent.length)
  })

  it('closes both sides when either is gone', async () => {
    const target = await open(serveRaw((socket) => void socket.on('data', () => socket.resetAndDestroy())))
    const proxy = await open(testProxy({ allow }))
    const cut = await openTunnel(proxy, `127.0.0.1:${target.port}`)
    cut.on('error', () => {}).write('x')
    await once(cut, 'close')
    const left = await openTunnel(proxy, `127.0.0.1:${target.port}`)
    const [server] = target.connections.open
    if (server === undefined) throw new Error('nobody is connected')
    left.destroy()
    await once(server, 'close')
    expect(target.connections.open.size).to.equal(0)
  })

  it('closes a side that stays when the other has ended', async () => {
    // Half-open: the target would wait for the browser's last byte forever.
    const server = createServer(
      { allowHalfOpen: true },
      (socket) => void socket.on('error', () => {}).resume(),
    )
    const target = await open(listening(server))
    const proxy = await open(testProxy({ allow }))
    const tunnel = await openTunnel(proxy, `127.0.0.1:${target.port}`)
    const [socket] = target.connections.open
    if (socket === undefined) throw new Error('nobody is connected')
    tunnel.end('last')
    await once(tunnel.resume(), 'close')
    // The machine tells of a connection that is gone when something is written to it, at the second time.
    const writing = setInterval(() => socket.write('to nobody'), 10)
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(writing)
  })

  it('lets no more in than the browser takes', async () => {
    let written = 0
    const part = Buffer.alloc(65_536)
    const target = await open(
      serveRaw((socket) => {
        const push = () => {
          do written += part.length
          while (socket.write(part) && written < 200_000_000)
        }
        socket.on('drain', push)
        push()
      }),
    )
    const proxy = await open(testProxy({ allow, limits: { maxBytes: 1e9 } }))
    const tunnel = await openTunnel(proxy, `127.0.0.1:${target.port}`)
    tunnel.pause()
    await settled(() => written)
    // Socket buffers of the kernel on two connections, at the most they grow to.
    expect(written).to.be.below(30_000_000)
    tunnel.destroy()
  })
})
