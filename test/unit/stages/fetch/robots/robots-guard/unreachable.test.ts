import { createSecureServer, type ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect } from 'chai'
import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import { Failure } from '#shared/errors.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import { PermitDenied, type PermitSource } from '#stages/fetch/http/host-permits.ts'
import { makeRobots } from '#stages/fetch/robots/robots.ts'
import { makeRobotsGuard } from '#stages/fetch/robots/robots-guard.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClock } from '#test/unit/driven-clock.ts'
import { makeCertificate } from '../../http/certificate.ts'
import { listening, loopbackClient, type Site, serve, serveRaw, userAgent } from '../../http/loopback.ts'
import { unlimitedPermits } from '../../unlimited-permits.ts'

const RETRY_MS = 30_000
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n'
const RULES = 'user-agent: *\ndisallow: /other\n'

/** RFC 9309, section 2.3.1.4: while network errors keep the file from being read, all is disallowed. */
describe('the robots guard, of a robots.txt without a complete response', () => {
  const host = 'h2.shop.example'
  const certificate = makeCertificate(host)
  const trusted = getCACertificates('default')
  let client: HttpClient
  let site: Site | null
  before(() => setDefaultCACertificates([...trusted, certificate.cert]))
  after(() => setDefaultCACertificates(trusted))
  beforeEach(() => {
    client = loopbackClient({ hosts: `${host}=127.0.0.1,dead.example=127.0.0.1` })
    site = null
  })
  afterEach(async () => {
    await client.close()
    await site?.close()
  })

  function assertAllowed(url: string, lane: Lane, permits: PermitSource = unlimitedPermits): Promise<void> {
    const cache = { cacheMs: 60_000, unreachableCacheMs: 60_000, cacheEntries: 10, cacheBytes: 1_000_000 }
    const limits = { timeoutMs: 1500, maxRedirects: 5 }
    const robots = makeRobots({ client, permits, userAgent, ...cache, ...limits })
    return makeRobotsGuard(robots, 'named', RETRY_MS).assertAllowed(url, lane)
  }

  /** The details of the failure that the postponed batch work would end with. */
  async function postponed(url: string): Promise<unknown> {
    const error = await rejectionOf(assertAllowed(url, 'batch'))
    expect(error).to.be.instanceOf(RetryAfterError).and.include({ retryAfterMs: RETRY_MS })
    const { code, details } = (error as RetryAfterError).failure
    expect(code).to.equal('URL_UNREACHABLE')
    return details
  }
  const unreadable = (url: string) => ({ url, reason: 'robots_txt_unreachable', status_code: null })

  /** A connection can be reset (RST), or closed before the end of the response. */
  const talks: Readonly<Record<string, (socket: Socket) => void>> = {
    'is reset before the response': (socket) => void socket.resetAndDestroy(),
    'is closed before the response': (socket) => void socket.end(),
    'is reset in the head': (socket) => socket.write(HEAD, () => socket.resetAndDestroy()),
    'is reset in the body': (socket) =>
      socket.write(`${HEAD}content-length: 1000\r\n\r\n${RULES}`, () => socket.resetAndDestroy()),
    'ends before the last chunk': (socket) =>
      socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\n${RULES.length.toString(16)}\r\n${RULES}\r\n`),
    'speaks no HTTP': (socket) => void socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
  }
  for (const [what, talk] of Object.entries(talks)) {
    it(`postpones batch work when the connection ${what}; interactive work continues`, async () => {
      site = await serveRaw(talk)
      const url = `${site.origin}/page`
      expect(await postponed(url)).to.deep.equal(unreadable(url))
      await assertAllowed(url, 'interactive')
      expect(new Set(site.requested)).to.deep.equal(new Set(['/robots.txt']))
    })
  }

  it('postpones batch work when the file does not come in time; interactive work continues', async () => {
    site = await serveRaw(() => {})
    const url = `${site.origin}/page`
    const clock = driveClock()
    try {
      expect(await clock.settle(postponed(url))).to.deep.equal(unreadable(url))
      await clock.settle(assertAllowed(url, 'interactive'))
    } finally {
      clock.stop()
    }
  })

  async function serveHttp2(cut: (stream: ServerHttp2Stream) => void): Promise<Site> {
    const server = createSecureServer({ ...certificate })
    const sockets = new Set<Socket>()
    server.on('connection', (socket: Socket) => sockets.add(socket))
    server.on('request', (_request, response) => {
      response.setHeader('content-type', 'text/plain')
      response.write(RULES, () => cut(response.stream))
    })
    const drop = () => {
      for (const socket of sockets) socket.destroy()
    }
    return listening(server, [], drop, 'https')
  }

  /** RFC 9113, section 7: 0 is NO_ERROR, 2 INTERNAL_ERROR, 8 CANCEL. */
  const cuts: Readonly<Record<string, (stream: ServerHttp2Stream) => void>> = {
    'its stream ends with CANCEL': (stream) => stream.close(8),
    'its stream ends with INTERNAL_ERROR': (stream) => stream.close(2),
    'its stream is reset with NO_ERROR before its end': (stream) => stream.close(0),
    'its session ends': (stream) => stream.session?.destroy(),
    'its connection is cut': (stream) => void stream.session?.socket.destroy(),
  }
  for (const [what, cut] of Object.entries(cuts)) {
    it(`postpones batch work when the response comes by HTTP/2 and ${what}`, async () => {
      site = await serveHttp2(cut)
      const url = `https://${host}:${site.port}/page`
      expect(await postponed(url)).to.deep.equal(unreadable(url))
      await assertAllowed(url, 'interactive')
    })
  }

  it('names the failure of the site where no page of it could be requested either', async () => {
    const plain = await serve(() => {})
    site = plain
    for (const [url, reason] of [
      ['http://nobody.shop.com/page', 'dns_failure'],
      [`https://dead.example:${plain.port}/page`, 'tls_error'],
    ] as const)
      expect(await postponed(url)).to.deep.equal({ url, reason, status_code: null })
  })

  for (const [where, location] of [
    ['to a host without address', 'http://nobody.shop.com/robots.txt'],
    ['to an address that is refused', 'http://10.0.0.1/robots.txt'],
    ['to another scheme', 'ftp://h2.shop.example/robots.txt'],
  ] as const) {
    it(`postpones batch work when the file redirects ${where}: the site itself can be reached`, async () => {
      const redirecting = await serve((_request, response) => response.writeHead(302, { location }).end())
      site = redirecting
      const url = `${redirecting.origin}/page`
      expect(await postponed(url)).to.deep.equal(unreadable(url))
    })
  }

  it('leaves a page to its own request where that fails in the same way', async () => {
    const gone = await serve(() => {})
    await gone.close()
    await assertAllowed(`${gone.origin}/page`, 'batch')
    const circuit = new PermitDenied(new Failure('URL_UNREACHABLE', 'given up'))
    await assertAllowed('http://dead.example/page', 'batch', { acquire: () => Promise.reject(circuit) })
    await assertAllowed('http://10.0.0.1/page', 'batch')
  })
})
