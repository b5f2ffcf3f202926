import { expect } from 'chai'
import { type HttpListener, openListener } from '#gateway/server/http-listener.ts'
import { listenerOptions } from '../support/listener-options.ts'
import { rawHttp } from '../support/raw-http.ts'

/** Requests that two readers could read differently, and requests that only a proxy supports. */
describe('a malformed request', () => {
  let listener: HttpListener
  let seen: string[]
  before(async () => {
    listener = await openListener(listenerOptions)
    listener.serve((request, response) => {
      seen.push(`${request.method} ${request.headers.host} ${request.url}`)
      request.resume().on('end', () => response.end('inside'))
    })
  })
  beforeEach(() => {
    seen = []
  })
  after(() => listener.close(0))

  const post = (fields: string, body: string) => `POST /x HTTP/1.1\r\nHost: a\r\n${fields}\r\n${body}`
  const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n'
  const unsound: Record<string, string> = {
    'two Hosts': `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${smuggled}`,
    'the same Host twice': `GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n${smuggled}`,
    'no Host': `GET / HTTP/1.1\r\n\r\n${smuggled}`,
    'a Host that is none': `GET / HTTP/1.1\r\nHost: a/b\r\n\r\n${smuggled}`,
    'a Host with credentials': `GET / HTTP/1.1\r\nHost: a@b\r\n\r\n${smuggled}`,
    'a length and chunks': post(
      'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n',
      `0\r\n\r\n${smuggled}`,
    ),
    'chunks and a length': post(
      'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n',
      `0\r\n\r\n${smuggled}`,
    ),
    'two lengths': post('Content-Length: 0\r\nContent-Length: 5\r\n', smuggled),
    'the same length twice': post('Content-Length: 3\r\nContent-Length: 3\r\n', `abc${smuggled}`),
    'a list of lengths': post('Content-Length: 0, 5\r\n', smuggled),
    'a length with a sign': post('Content-Length: +0\r\n', smuggled),
    'an unknown transfer coding': post('Transfer-Encoding: x\r\n', `0\r\n\r\n${smuggled}`),
    'a coding before chunked': post('Transfer-Encoding: gzip, chunked\r\n', `0\r\n\r\n${smuggled}`),
    'chunked twice': post(
      'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n',
      `0\r\n\r\n${smuggled}`,
    ),
    'chunked before identity': post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${smuggled}`),
    'chunked with a tail': post('Transfer-Encoding: chunkedx\r\n', `0\r\n\r\n${smuggled}`),
    'chunks in HTTP/1.0': `POST /x HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'a space before the colon': post('Content-Length : 5\r\n', `abcde${smuggled}`),
    'a folded field': `GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n${smuggled}`,
    'a bare line feed': `GET / HTTP/1.1\r\nHost: a\nX: 1\r\n\r\n${smuggled}`,
    'bare line feeds only': `GET / HTTP/1.1\nHost: a\n\n${smuggled}`,
    'a bare carriage return': `GET / HTTP/1.1\r\nHost: a\rX: 1\r\n\r\n${smuggled}`,
    'a zero byte in a value': `GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n${smuggled}`,
    'a chunk size that is none': post('Transfer-Encoding: chunked\r\n', `zz\r\n\r\n${smuggled}`),
    'a chunk size with a prefix': post('Transfer-Encoding: chunked\r\n', `0x0\r\n\r\n${smuggled}`),
    'a chunk size beyond all': post('Transfer-Encoding: chunked\r\n', `${'f'.repeat(17)}\r\n${smuggled}`),
    'a chunk longer than its size': post(
      'Transfer-Encoding: chunked\r\n',
      `1\r\nabc\r\n0\r\n\r\n${smuggled}`,
    ),
    'an invalid method': `GE(T / HTTP/1.1\r\nHost: a\r\n\r\n${smuggled}`,
    'an unknown method': `FETCH / HTTP/1.1\r\nHost: a\r\n\r\n${smuggled}`,
    'an unknown version': `GET / HTTP/3.1\r\nHost: a\r\n\r\n${smuggled}`,
    'HTTP/2 without negotiation': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'a target of another scheme': `GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n${smuggled}`,
    'a target with credentials': `GET http://u:p@a/ HTTP/1.1\r\nHost: a\r\n\r\n${smuggled}`,
    'a target without host': `GET http:///x HTTP/1.1\r\nHost: a\r\n\r\n${smuggled}`,
    'a star for another method': `GET * HTTP/1.1\r\nHost: a\r\n\r\n${smuggled}`,
    'TLS on a plain port': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'no HTTP at all': 'hello\r\n\r\n',
  }
  for (const [what, bytes] of Object.entries(unsound)) {
    it(`is rejected in shape C, and nothing after it is read: ${what}`, async () => {
      const { statuses, headers, body } = await rawHttp(listener.url, bytes)
      expect(statuses).to.deep.equal([400])
      expect(JSON.parse(body)).to.have.nested.include({ success: false, 'error.code': 'VALIDATION_ERROR' })
      expect(headers).to.include({ connection: 'close', 'x-content-type-options': 'nosniff' })
      expect(seen.filter((line) => line.includes('smuggled'))).to.deep.equal([])
    })
  }

  it('is rejected when it is CONNECT', async () => {
    const { statuses, body } = await rawHttp(listener.url, 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n')
    expect([statuses, JSON.parse(body).error.code]).to.deep.equal([[405], 'METHOD_NOT_ALLOWED'])
    expect(seen).to.deep.equal([])
  })

  it('is rejected when it has an unknown expectation', async () => {
    const { statuses, body } = await rawHttp(
      listener.url,
      post('Expect: a-miracle\r\nContent-Length: 1\r\n', 'x'),
    )
    expect([statuses, JSON.parse(body).success]).to.deep.equal([[417], false])
  })

  it('is rejected when its chunk extensions are too large', async () => {
    const chunk = `1;${'x'.repeat(20_000)}\r\na\r\n`
    const { statuses, body } = await rawHttp(listener.url, post('Transfer-Encoding: chunked\r\n', chunk))
    expect([statuses, JSON.parse(body).error.code]).to.deep.equal([[413], 'PAYLOAD_TOO_LARGE'])
  })

  it('does not damage the answer to an earlier request', async () => {
    const { statuses, text } = await rawHttp(
      listener.url,
      `${smuggled}GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`,
    )
    expect(statuses).to.deep.equal([200, 400])
    expect(text.indexOf('inside')).to.be.lessThan(text.indexOf(' 400 '))
  })

  for (const [what, fields] of Object.entries({
    'in size': `X: ${'x'.repeat(17_000)}\r\n`,
    'in number': 'X: 1\r\n'.repeat(100),
  })) {
    it(`is 431 when its header is too large ${what}`, async () => {
      const { statuses, body } = await rawHttp(listener.url, `GET / HTTP/1.1\r\nHost: a\r\n${fields}\r\n`)
      expect([statuses, JSON.parse(body).success]).to.deep.equal([[431], false])
      expect(seen).to.deep.equal([])
    })
  }

  describe('but one with', () => {
    const sound: Record<string, [bytes: string, seen: string]> = {
      'an absolute target names its host there': [
        'GET http://Probe.example:81/m?a=http://b/ HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n',
        'GET Probe.example:81 /m?a=http://b/',
      ],
      'an absolute target without path means the root': [
        'GET HTTPS://probe.example HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
        'GET probe.example /',
      ],
      'an absolute target with a query alone means the root': [
        'GET http://[::1]:8080?q HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
        'GET [::1]:8080 /?q',
      ],
      'an upgrade is answered without one': [
        'GET /x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: h2c, websocket\r\n\r\n',
        'GET a /x',
      ],
      'chunks is read': [
        post('Transfer-Encoding: Chunked\r\nConnection: close\r\n', '1\r\na\r\n0\r\n\r\n'),
        'POST a /x',
      ],
      'a URL as its path stays a path': [
        'GET /http://a/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
        'GET a /http://a/',
      ],
      'HTTP/1.0 needs no Host': ['GET /x HTTP/1.0\r\n\r\n', 'GET undefined /x'],
    }
    for (const [what, [bytes, expected]] of Object.entries(sound)) {
      it(what, async () => {
        const { statuses, body } = await rawHttp(listener.url, bytes)
        expect(statuses).to.deep.equal([200])
        expect(body).to.include('inside')
        expect(seen).to.deep.equal([expected])
      })
    }
  })
})
