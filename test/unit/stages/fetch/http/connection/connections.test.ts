import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import { createServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { errors } from 'undici'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import { makeConnections } from '#stages/fetch/http/connection/connections.ts'
import { makeCertificate } from '../certificate.ts'
import { failureOf, limits, listening, loopbackClient, type Site, serve, userAgent } from '../loopback.ts'

describe('connections', () => {
  const host = 'h2.shop.example'
  const { key, cert } = makeCertificate(host)
  const trusted = getCACertificates('default')

  async function serveTls(): Promise<Site> {
    const requested: string[] = []
    const server: Http2SecureServer = createSecureServer({ key, cert, allowHTTP1: true })
    const sessions = new Set<{ destroy(): void }>()
    server.on('session', (session) => sessions.add(session))
    server.on('secureConnection', (socket) => sessions.add(socket))
    server.on('request', (request: Http2ServerRequest, response: Http2ServerResponse) => {
      requested.push(request.url)
      answer(request.url, response)
    })
    const drop = () => {
      for (const session of sessions) session.destroy()
    }
    return listening(server, requested, drop, 'https')
  }

  const answers: Readonly<Record<string, (response: Http2ServerResponse, rest: readonly string[]) => void>> =
    {
      redirect(response) {
        response.statusCode = 301
        response.setHeader('location', '/gr\u00c3\u00b6\u00c3\u009fe')
        response.setHeader('set-cookie', ['a=1', 'b=2'])
        response.end()
      },
      'big-headers'(response) {
        response.setHeader('x-big', 'x'.repeat(200_000))
        response.end('never seen')
      },
      reset(response) {
        response.write('<p>', () => response.stream.close(2))
      },
      gzip(response) {
        response.setHeader('content-encoding', 'gzip')
        response.end(gzipSync('<p>compressed'))
      },
      cut(response, [how = '', length]) {
        if (length !== undefined) response.setHeader('content-length', length)
        response.write('<p>part', () => cut(response, how))
      },
      'in-parts'(response) {
        response.write('<p>'.repeat(100_000), () => response.end('<p>page'))
      },
      empty: (response) => void response.end(),
    }

  function answer(path: string, response: Http2ServerResponse): void {
    response.setHeader('content-type', 'text/html')
    const [, name = '', ...rest] = path.split('/')
    const own = answers[name]
    if (own === undefined) response.end('<p>page')
    else own(response, rest)
  }

  /** RFC 9113, section 7: 0 is NO_ERROR, 8 CANCEL. */
  function cut({ stream }: Http2ServerResponse, how: string): void {
    if (/^\d+$/.test(how)) stream.close(Number(how))
    else if (how === 'goaway') {
      stream.session?.goaway(0)
      stream.session?.destroy()
    } else stream.session?.socket.destroy()
  }

  describe('over TLS', () => {
    let h2: Site
    let client: HttpClient
    before(async () => {
      setDefaultCACertificates([...trusted, cert])
      h2 = await serveTls()
      client = loopbackClient({ hosts: `${host}=127.0.0.1,other.shop.example=127.0.0.1` })
    })
    after(async () => {
      setDefaultCACertificates(trusted)
      await client.close()
      await h2.close()
    })
    const fetchPath = (path: string) =>
      client.fetchPage({ url: `https://${host}:${h2.port}${path}`, userAgent })

    it('uses HTTP/2 where the server supports it', async () => {
      const { httpVersion, status, body } = await fetchPath('/')
      expect({ httpVersion, status, body: body.toString() }).to.deep.equal({
        httpVersion: '2',
        status: 200,
        body: '<p>page',
      })
    })

    it('uses HTTP/1.1 where the server does not', async () => {
      const server = createServer({ key, cert }, (_request, response) => response.end('<p>page'))
      const h1 = await listening(server, [], () => server.closeAllConnections(), 'https')
      const { httpVersion, body } = await client.fetchPage({ url: `https://${host}:${h1.port}/`, userAgent })
      expect({ httpVersion, body: body.toString() }).to.deep.equal({ httpVersion: '1.1', body: '<p>page' })
      await h1.close()
    })

    it('decompresses, and reads bytes of header fields, over HTTP/2 as over HTTP/1.1', async () => {
      expect((await fetchPath('/gzip')).body.toString()).to.equal('<p>compressed')
      const { redirects, setCookies } = await fetchPath('/redirect')
      expect(redirects[0]?.location).to.match(/\/gr%C3%B6%C3%9Fe$/)
      expect(setCookies).to.deep.equal(['a=1', 'b=2'])
    })

    it('serves many concurrent requests', async () => {
      const pages = await Promise.all(Array.from({ length: 40 }, (_, index) => fetchPath(`/${index}`)))
      expect(pages.map(({ status }) => status)).to.deep.equal(Array(40).fill(200))
    })

    it('rejects a stream that is reset, and header fields over the limit', async () => {
      const reset = await failureOf(fetchPath('/reset'))
      expect(reset.details).to.include({ reason: 'connection_reset' })
      const big = await failureOf(fetchPath('/big-headers'))
      expect(big.code).to.equal('URL_UNREACHABLE')
      expect((await fetchPath('/')).status).to.equal(200)
    })

    for (const path of ['/cut/0', '/cut/8', '/cut/0/14', '/cut/8/14', '/cut/goaway', '/cut/socket']) {
      it(`rejects a body that is truncated: ${path}`, async () => {
        const { code, details } = await failureOf(fetchPath(path))
        expect([code, details]).to.deep.equal([
          'URL_UNREACHABLE',
          { url: `https://${host}:${h2.port}${path}`, reason: 'connection_reset', status_code: null },
        ])
        expect((await fetchPath('/')).body.toString()).to.equal('<p>page')
      })
    }

    it('accepts a body with its end, in parts, and without a byte', async () => {
      expect((await fetchPath('/in-parts')).body.length).to.equal(300_007)
      expect((await fetchPath('/empty')).body.length).to.equal(0)
    })

    it('rejects a certificate for another name', async () => {
      const url = `https://other.shop.example:${h2.port}/`
      const { code, details } = await failureOf(client.fetchPage({ url, userAgent }))
      expect(code).to.equal('URL_UNREACHABLE')
      expect(details).to.deep.equal({ url, reason: 'tls_error', status_code: null })
    })
  })

  it('rejects a self-signed certificate, and a server without TLS', async () => {
    const client = loopbackClient()
    const selfSigned = await serveTls()
    const plain = await serve((_request, response) => response.end())
    for (const url of [`${selfSigned.origin}/`, `https://127.0.0.1:${plain.port}/`]) {
      const { details, message } = await failureOf(client.fetchPage({ url, userAgent }))
      expect(details).to.deep.equal({ url, reason: 'tls_error', status_code: null })
      expect(message).not.to.include('127.0.0.1')
    }
    await Promise.all([client.close(), selfSigned.close(), plain.close()])
  })

  it('reuses a connection, also after a redirect on the same origin', async () => {
    const ports = new Set<number | undefined>()
    const site = await serve(({ url, socket }, response) => {
      ports.add(socket.remotePort)
      if (url === '/from') response.writeHead(302, { location: '/to' }).end('moved')
      else response.end('page')
    })
    const client = loopbackClient()
    for (let turn = 0; turn < 3; turn += 1) await client.fetchPage({ url: `${site.origin}/from`, userAgent })
    expect(site.requested).to.have.length(6)
    expect(ports.size).to.be.lessThan(3)
    await Promise.all([client.close(), site.close()])
  })

  it('rejects at once when the connector fails with an error that undici would retry', async () => {
    let attempts = 0
    const { agent } = makeConnections((_options, callback) => {
      attempts += 1
      callback(new errors.SocketError('other side closed'), null)
    }, limits)
    const outcome = await agent
      .request({ origin: 'http://shop.example', path: '/', method: 'GET' })
      .catch((error: NodeJS.ErrnoException) => error.code)
    expect(outcome).to.equal('ECONNRESET')
    expect(attempts).to.equal(1)
    await agent.destroy()
  })
})
