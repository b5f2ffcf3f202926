import type { Socket } from 'node:net'
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect } from 'chai'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import { makeCertificate } from '../certificate.ts'
import { failureOf, limits, listening, loopbackClient, type Site, serveRaw, userAgent } from '../loopback.ts'

const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'

/** Sends `text` as long as the client accepts it. */
function burst(socket: Socket, text: string): void {
  const pour = () => {
    while (!socket.destroyed && socket.write(text));
  }
  socket.on('drain', pour)
  pour()
}

const endless: Readonly<Record<string, (socket: Socket) => void>> = {
  'the extensions of a chunk': (socket) => {
    socket.write(`${chunked}1c`)
    burst(socket, ';a=b'.repeat(5000))
  },
  'chunks with long extensions': (socket) => {
    socket.write(chunked)
    burst(socket, `1;${'a'.repeat(20_000)}\r\nx\r\n`)
  },
  'the size of a chunk': (socket) => {
    socket.write(chunked)
    burst(socket, '0'.repeat(20_000))
  },
  'chunks of one byte': (socket) => {
    socket.write(chunked)
    burst(socket, '1\r\nx\r\n'.repeat(4000))
  },
}

describe('limitFraming', () => {
  let client: HttpClient
  let site: Site
  beforeEach(() => {
    client = loopbackClient({ maxBytes: 50_000_000 })
  })
  afterEach(async () => {
    await client.close()
    await site.close()
  })

  for (const [name, talk] of Object.entries(endless)) {
    it(`rejects endless ${name}`, async () => {
      site = await serveRaw(talk)
      const { code, details } = await failureOf(client.fetchPage({ url: site.origin, userAgent }))
      expect(code).to.equal('URL_UNREACHABLE')
      expect(details).to.include({ reason: 'invalid_response' })
    })
  }

  it('accepts a page of 100,000 bytes in chunks of one byte, and finite extensions', async () => {
    const bytes = '1\r\nx\r\n'.repeat(100_000)
    site = await serveRaw((socket) => socket.write(`${chunked}2;a=b;c="d"\r\nyz\r\n${bytes}0\r\n\r\n`))
    const { body } = await client.fetchPage({ url: site.origin, userAgent })
    expect(body.toString()).to.equal(`yz${'x'.repeat(100_000)}`)
  })

  it('accepts a page of many times the limit, if it is body', async () => {
    const page = 'x'.repeat(4_000_000)
    const chunks = `${(10_000).toString(16)}\r\n${'x'.repeat(10_000)}\r\n`.repeat(400)
    site = await serveRaw((socket) => {
      if (site.requested.at(-1) === '/chunks') socket.write(`${chunked}${chunks}0\r\n\r\n`)
      else socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${page.length}\r\n\r\n${page}`)
    })
    for (const path of ['/whole', '/chunks', '/whole']) {
      const { bodyBytes } = await client.fetchPage({ url: site.origin + path, userAgent })
      expect(bodyBytes).to.equal(page.length)
    }
  })

  it('counts each response of a connection separately', async () => {
    const sockets = new Set<Socket>()
    const head = `HTTP/1.1 200 OK\r\nX-Big: ${'x'.repeat(limits.maxHeaderBytes - 1000)}\r\n`
    site = await serveRaw((socket) => {
      sockets.add(socket)
      socket.write(`${head}Content-Length: 2\r\n\r\nhi`)
    })
    for (let turn = 0; turn < 60; turn += 1) {
      const { body } = await client.fetchPage({ url: site.origin, userAgent })
      expect(body.toString()).to.equal('hi')
    }
    expect(sockets.size).to.be.at.most(4)
  })

  it('applies over TLS too', async () => {
    const host = 'framing.shop.example'
    const { key, cert } = makeCertificate(host)
    const trusted = getCACertificates('default')
    setDefaultCACertificates([...trusted, cert])
    const sockets = new Set<Socket>()
    const server = createServer({ key, cert }, (socket) => {
      sockets.add(socket.on('error', () => {}))
      socket.once('data', () => endless['the extensions of a chunk']?.(socket))
    })
    const drop = () => {
      for (const socket of sockets) socket.destroy()
    }
    site = await listening(server, [], drop, 'https')
    const named = loopbackClient({ hosts: `${host}=127.0.0.1` })
    const { details } = await failureOf(
      named.fetchPage({ url: `https://${host}:${site.port}/`, userAgent }),
    ).finally(() => setDefaultCACertificates(trusted))
    await named.close()
    expect(details).to.include({ reason: 'invalid_response' })
  })
})
