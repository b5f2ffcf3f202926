import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect } from 'chai'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import {
  oddPage,
  oddRedirects,
  oddResponses,
  unreadableResponses,
} from '#test/support/sites/odd-responses.ts'
import { makeCertificate } from '../certificate.ts'
import { failureOf, listening, loopbackClient, type Site, serveRaw, userAgent } from '../loopback.ts'

const valid = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`

describe('readOddResponses', () => {
  let client: HttpClient
  let site: Site | undefined
  beforeEach(() => {
    client = loopbackClient()
  })
  afterEach(async () => {
    await client.close()
    await site?.close()
  })

  /** Answers with the bytes of the path, and closes the connection where nothing else tells the end. */
  async function serveBytes(answers: Readonly<Record<string, string>>): Promise<Site> {
    const ownSite = await serveRaw((socket) => {
      const bytes = answers[ownSite.requested.at(-1) ?? ''] ?? ''
      if (/^content-length *: *\d{1,9}\r?$|chunked/im.test(bytes)) socket.write(bytes, 'latin1')
      else socket.end(bytes, 'latin1')
    })
    return ownSite
  }

  for (const [name, { bytes, fields }] of Object.entries(oddResponses)) {
    it(`reads ${name}`, async () => {
      site = await serveBytes({ '/': bytes })
      const { status, headers, body } = await client.fetchPage({ url: `${site.origin}/`, userAgent })
      expect([status, body.toString()]).to.deep.equal([200, oddPage])
      for (const [field, value] of Object.entries(fields))
        expect(headers[field]?.[0] ?? null, field).to.equal(value)
    })
  }

  for (const [name, bytes] of Object.entries(unreadableResponses)) {
    it(`refuses ${name}`, async () => {
      site = await serveBytes({ '/': bytes })
      const { code, details } = await failureOf(client.fetchPage({ url: `${site.origin}/`, userAgent }))
      expect(code).to.equal('URL_UNREACHABLE')
      expect(details).to.include({ reason: 'invalid_response' })
    })
  }

  for (const [name, bytes] of Object.entries(oddRedirects)) {
    it(`follows a redirect with ${name}`, async () => {
      site = await serveBytes({ '/': bytes, '/there': valid('there') })
      const { body, redirects } = await client.fetchPage({ url: `${site.origin}/`, userAgent })
      expect([body.toString(), redirects.length]).to.deep.equal(['there', 1])
    })
  }

  it('probes with an odd response to HEAD, whose body is not sent', async () => {
    site = await serveBytes({ '/': 'HTTP/1.1 200 OK\nContent-Type : image/png\nContent-Length: 9\n\n' })
    const { status, error } = await client.probe({ url: `${site.origin}/`, userAgent })
    expect([status, error]).to.deep.equal([200, null])
  })

  it('uses a connection again after valid responses, and no other', async () => {
    const own = loopbackClient({ connectionsPerOrigin: 1 })
    const ports = new Set<number | undefined>()
    const odd = 'HTTP/1.1 200 OK\r\nX-A : b\r\nContent-Length: 2\r\n\r\nhi'
    const oddChunks = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2 \r\nhi\r\n0\r\n\r\n'
    const answers: readonly string[] = [
      valid('hi'),
      valid('hi'),
      odd,
      oddChunks,
      `${valid('hi')}!`,
      valid('hi'),
    ]
    const requests: (number | undefined)[] = []
    const ownSite = await serveRaw((socket) => {
      ports.add(socket.remotePort)
      requests.push(ports.size)
      socket.write(answers[ownSite.requested.length - 1] ?? '')
    })
    site = ownSite
    for (const _ of answers) {
      const { body } = await own.fetchPage({ url: `${site.origin}/`, userAgent })
      expect(body.toString()).to.equal('hi')
    }
    await own.close()
    expect(requests).to.deep.equal([1, 1, 1, 2, 3, 4])
  })

  it('takes no second response for that of the next request', async () => {
    const split = 'HTTP/1.1 200 OK\r\nX-A : b\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nhi'
    site = await serveBytes({ '/': `${split}${valid('smuggled')}`, '/next': valid('next') })
    const url = site.origin
    expect((await client.fetchPage({ url: `${url}/`, userAgent })).body.toString()).to.equal('hi')
    expect((await client.fetchPage({ url: `${url}/next`, userAgent })).body.toString()).to.equal('next')
  })

  for (const [name, line] of [
    ['long lines', `X-A : ${'x'.repeat(70_000)}\n`],
    ['many lines', 'X-A : b\n'.repeat(20_000)],
    ['folds', `X-A: b\n${' c\n'.repeat(40_000)}`],
    ['lines without a colon', 'no colon\n'.repeat(10_000)],
  ] as const) {
    it(`refuses an odd head over the limit: ${name}`, async () => {
      site = await serveBytes({ '/': `HTTP/1.1 200 OK\n${line}\n${oddPage}` })
      const { details } = await failureOf(client.fetchPage({ url: `${site.origin}/`, userAgent }))
      expect(details).to.include({ reason: 'invalid_response' })
    })
  }

  it('reads odd responses over TLS', async () => {
    const host = 'odd.shop.example'
    const { key, cert } = makeCertificate(host)
    const trusted = getCACertificates('default')
    setDefaultCACertificates([...trusted, cert])
    const server = createServer({ key, cert }, (socket) => {
      socket.on('error', () => {}).once('data', () => socket.end('HTTP/1.1 200 OK\nX-A : b\n\nhello'))
    })
    const own = loopbackClient({ hosts: `${host}=127.0.0.1` })
    site = await listening(server, [], () => {}, 'https')
    try {
      const { headers, body } = await own.fetchPage({ url: `https://${host}:${site.port}/`, userAgent })
      expect([headers['x-a'], body.toString()]).to.deep.equal([['b'], 'hello'])
    } finally {
      setDefaultCACertificates(trusted)
      await own.close()
    }
  })
})
