import { once } from 'node:events'
import { createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type Server, type Socket } from 'node:net'
import tls, { type TLSSocket } from 'node:tls'
import { expect } from 'chai'
import { Agent, request } from 'undici'
import { makeEgress } from '#shared/egress/egress.ts'
import { parseAllow, parseHosts, parsePorts } from '#shared/egress/policy/egress-rules.ts'
import { skipLoudly } from '#test/support/skips.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { portOf } from '../../canary.ts'
import { type Certificate, makeCertificate } from '../../certificate.ts'

const CONNECT_MS = 2000

describe('guardedConnector over TLS', () => {
  const clock = driveClockInEachTest()
  const authorities = tls.getCACertificates('default')
  let certificate: Certificate
  let server: Server
  let port: number
  let agent: Agent
  /** Per connection: the name of the TLS client hello, false when it had none (RFC 6066, section 3). */
  let servernames: unknown[]

  before(async function () {
    try {
      certificate = await makeCertificate('DNS:site.test', 'IP:127.0.0.1')
    } catch (error) {
      skipLoudly(this, `no certificate can be made without openssl: ${error}`)
    }
  })

  async function listen(tlsServer: Server): Promise<void> {
    servernames = []
    server = tlsServer
    server.on('secureConnection', (socket: TLSSocket) => {
      servernames.push('servername' in socket && socket.servername)
    })
    server.on('request', (req, res) => res.end(`HTTP ${req.httpVersion}`))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = portOf(server)
  }

  function connectorFor(allowed: number) {
    const rules = {
      allow: parseAllow(`127.0.0.1:${allowed}`),
      hosts: parseHosts('site.test=127.0.0.1,other.test=127.0.0.1'),
      ports: parsePorts('1-65535'),
      ownAddresses: [],
    }
    const limits = { dnsTimeoutMs: 500, dnsCacheMs: 0, connectTimeoutMs: CONNECT_MS }
    return makeEgress({ rules, ...limits }).connector
  }

  async function read(url: string): Promise<string> {
    const { body } = await request(url, { dispatcher: agent })
    return body.text()
  }

  async function failure(url: string): Promise<unknown> {
    return read(url).catch((error: unknown) => error)
  }

  beforeEach(async () => {
    await listen(createSecureServer({ ...certificate, allowHTTP1: true }))
    agent = new Agent({ connect: connectorFor(port) })
    tls.setDefaultCACertificates([...authorities, certificate.cert])
  })
  afterEach(async () => {
    tls.setDefaultCACertificates(authorities)
    await agent.destroy()
    server.close()
  })

  it('sends the name of the host, not the address, and uses HTTP/2', async () => {
    expect(await read(`https://site.test:${port}/`)).to.equal('HTTP 2.0')
    expect(servernames).to.deep.equal(['site.test'])
  })

  it('uses HTTP/1.1 if the server has no HTTP/2', async () => {
    server.close()
    await agent.destroy()
    await listen(createHttpsServer(certificate))
    agent = new Agent({ connect: connectorFor(port) })
    expect(await read(`https://site.test:${port}/`)).to.equal('HTTP 1.1')
  })

  it('sends the host without its trailing dot (RFC 6066, section 3)', async () => {
    expect(await read(`https://site.test.:${port}/`)).to.equal('HTTP 2.0')
    expect(servernames).to.deep.equal(['site.test'])
  })

  it('sends no name for an address, and accepts a certificate for the address', async () => {
    expect(await read(`https://127.0.0.1:${port}/`)).to.equal('HTTP 2.0')
    expect(servernames).to.deep.equal([false])
  })

  it('rejects a certificate for another name', async () => {
    expect(await failure(`https://other.test:${port}/`)).to.include({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  })

  it('rejects a self-signed certificate', async () => {
    tls.setDefaultCACertificates(authorities)
    expect(await failure(`https://site.test:${port}/`)).to.include({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  })

  it('times out if the handshake does not end', async () => {
    const taken: Socket[] = []
    const mute = createServer((socket) => taken.push(socket)).listen(0, '127.0.0.1')
    await once(mute, 'listening')
    await agent.destroy()
    agent = new Agent({ connect: connectorFor(portOf(mute)) })
    const began = clock.now()
    const error = await clock.settle(failure(`https://site.test:${portOf(mute)}/`))
    expect(clock.now() - began).to.be.within(CONNECT_MS, CONNECT_MS + 500)
    for (const socket of taken) socket.destroy()
    mute.close()
    expect(error).to.include({ code: 'UND_ERR_CONNECT_TIMEOUT' })
    expect(taken).to.have.length(1)
  })

  it('counts no time of the handshake in which the process was suspended', async () => {
    server.close()
    await agent.destroy()
    const SNICallback: tls.TlsOptions['SNICallback'] = (_name, done) => {
      void clock.suspend(60_000).then(() => done(null))
    }
    await listen(createSecureServer({ ...certificate, SNICallback }))
    agent = new Agent({ connect: connectorFor(port) })
    expect(await read(`https://site.test:${port}/`)).to.equal('HTTP 2.0')
  })

  it('survives a connection that is reset during the handshake', async () => {
    const rude = createServer((socket) => void socket.once('data', () => socket.resetAndDestroy()))
    rude.listen(0, '127.0.0.1')
    await once(rude, 'listening')
    await agent.destroy()
    agent = new Agent({ connect: connectorFor(portOf(rude)) })
    const error = await failure(`https://site.test:${portOf(rude)}/`)
    rude.close()
    expect(error).to.include({ code: 'ECONNRESET' })
  })
})
