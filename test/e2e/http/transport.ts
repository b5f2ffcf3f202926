import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect } from 'chai'
import { SHARED_ORIGIN as ORIGIN } from '#test/support/service/worker-service.ts'
import { type Answer, httpCall } from '#test/unit/gateway/support/http-call.ts'
import { rawHttp } from '#test/unit/gateway/support/raw-http.ts'
import type { ContractFixture } from './contract-fixture.ts'

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync } as const
/** Larger answers are compressed (infra/docs/clients.md#http). */
const SMALL_BYTES = 1024
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Headers, compression and request ids (infra/docs/clients.md#http). */
export function transportContract(fixture: ContractFixture): void {
  describe('compression', () => {
    const titled = (length: number, headers = {}) =>
      fixture.metadata({ url: `${fixture.site.url('/titled')}?${length}`, fields: 'basic' }, { headers })

    /**
     * A page whose answer has exactly this many bytes: its title is as long as necessary, and three digits give the
     * length.
     */
    async function ofBytes(bytes: number): Promise<number> {
      const { body } = await titled(100)
      return 100 + bytes - body.length
    }

    for (const [coding, decode] of Object.entries(decoders)) {
      it(`${coding}: not for ${SMALL_BYTES} bytes, but for one more`, async () => {
        const length = await ofBytes(SMALL_BYTES)
        const small = await titled(length, { 'Accept-Encoding': coding })
        expect([small.body.length, small.headers['content-encoding']]).to.deep.equal([SMALL_BYTES, undefined])
        const plain = await titled(length + 1)
        expect([plain.body.length, plain.headers['content-encoding']]).to.deep.equal([
          SMALL_BYTES + 1,
          undefined,
        ])
        const packed = await titled(length + 1, { 'Accept-Encoding': coding })
        expect([packed.headers['content-encoding'], packed.body.length < SMALL_BYTES]).to.deep.equal([
          coding,
          true,
        ])
        expect(JSON.parse(decode(packed.body).toString())).to.deep.equal(plain.json())
        for (const { headers } of [plain, packed])
          expect(headers.vary?.split(', ')).to.include('Accept-Encoding')
      })
    }

    const wishes: [accept: string, coding: string | undefined][] = [
      ['gzip, deflate, br', 'br'],
      ['gzip;q=1, br;q=0.5', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['zstd', 'zstd'],
      ['deflate', undefined],
      ['identity', undefined],
      ['br;q=0', undefined],
    ]
    for (const [accept, coding] of wishes) {
      it(`Accept-Encoding: ${accept} returns ${coding ?? 'an uncompressed answer'}`, async () => {
        const { headers } = await fixture.call('/openapi.json', {
          key: null,
          headers: { 'Accept-Encoding': accept },
        })
        expect(headers['content-encoding']).to.equal(coding)
      })
    }

    it('also of errors', async () => {
      const url = `http://user@${'x'.repeat(2000)}/`
      const answer = await fixture.snapshot(
        { url, device: 'x'.repeat(2000) },
        { headers: { 'Accept-Encoding': 'gzip' } },
      )
      expect(answer.status).to.equal(400)
      const text = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(answer.body) : answer.body
      expect(text.length > SMALL_BYTES).to.equal(answer.headers['content-encoding'] === 'gzip')
      expect(JSON.parse(text.toString()).error.code).to.equal('VALIDATION_ERROR')
    })
  })

  describe('headers', () => {
    /** One answer of each kind. */
    const kinds: Record<string, () => Promise<Answer>> = {
      'metadata 200': () => fixture.metadata({ url: fixture.site.url('/') }),
      'snapshot 400': () => fixture.snapshot({}),
      'metadata 401': () => fixture.metadata({}, { key: null }),
      'metadata 500': () => fixture.metadata({ url: fixture.site.url('/pdf') }),
      'snapshot 413': () => fixture.call('/snapshot', { method: 'POST', body: 'x'.repeat(65_537) }),
      'snapshot 415': () =>
        fixture.call('/snapshot', { method: 'POST', headers: { 'Content-Type': 'text/x' } }),
      'a path 404': () => fixture.call('/nothing'),
      'a method 405': () => fixture.call('/metadata', { method: 'PUT' }),
      'an inspection 404': () => fixture.call('/inspections/x'),
      'healthz 200': () => fixture.call('/healthz'),
      'readyz 200': () => fixture.call('/readyz'),
    }
    for (const [name, call] of Object.entries(kinds)) {
      it(`of ${name} forbid browsers to sniff, send referrers, store and run scripts`, async () => {
        const answer = await call()
        expect(answer.status).to.equal(Number(name.split(' ').at(-1)))
        expect(answer.headers).to.include({
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
          'content-security-policy': "default-src 'none'",
        })
        expect(answer.headers).not.to.have.any.keys('server', 'x-powered-by', 'set-cookie')
      })
    }

    it('the request id is that of the request when it is valid; also on errors', async () => {
      for (const id of ['a', 'Az09._-', 'x'.repeat(128)]) {
        for (const path of ['/healthz', '/nothing', '/metadata', '/inspections/x']) {
          expect(
            (await fixture.call(path, { headers: { 'X-Request-Id': id } })).headers['x-request-id'],
          ).to.equal(id)
        }
      }
    })

    it('the request id is a new one when the request has none, or a wrong one', async () => {
      const seen = new Set<unknown>()
      for (const id of ['', 'x'.repeat(129), 'a b', 'a/b', 'a,b', 'ä', '<b>']) {
        const { headers } = await fixture.call('/healthz', { headers: { 'X-Request-Id': id } })
        expect(headers['x-request-id']).to.match(UUID)
        seen.add(headers['x-request-id'])
      }
      expect(seen.size).to.equal(7)
    })

    it('HEAD is answered like GET, without a body', async () => {
      const { host } = new URL(fixture.site.url('/'))
      const cached = `/metadata?url=http://${host}/head`
      await fixture.call(cached)
      for (const path of [
        cached,
        '/metadata',
        '/healthz',
        '/readyz',
        '/metrics',
        '/openapi.json',
        '/nothing',
      ]) {
        const whole = await fixture.call(path)
        const head = await fixture.call(path, { method: 'HEAD' })
        expect([path, head.status, head.body.length]).to.deep.equal([path, whole.status, 0])
        for (const name of ['content-type', 'x-cache', 'etag', 'vary', 'cache-control']) {
          expect([path, head.headers[name]]).to.deep.equal([path, whole.headers[name]])
        }
      }
    })

    it('pages of an allowed origin may call; others get no headers', async () => {
      const ask = (Origin: string) => fixture.call('/metadata', { headers: { Origin } })
      const named = await ask(ORIGIN)
      expect(named.headers['access-control-allow-origin']).to.equal(ORIGIN)
      const exposed = String(named.headers['access-control-expose-headers']).split(', ')
      expect(exposed).to.include.members([
        'X-Cache',
        'X-Request-Id',
        'X-RateLimit-Remaining',
        'Retry-After',
        'Location',
      ])
      for (const other of ['https://other.example', 'http://app.example', 'null', `${ORIGIN}.evil.example`]) {
        expect((await ask(other)).headers).not.to.have.any.keys('access-control-allow-origin')
      }
      const headers = { Origin: ORIGIN, 'Access-Control-Request-Method': 'POST' }
      const preflight = await httpCall(fixture.url, '/snapshot', { method: 'OPTIONS', headers })
      expect([preflight.status, preflight.headers['access-control-allow-origin']]).to.deep.equal([
        204,
        ORIGIN,
      ])
      expect(String(preflight.headers['access-control-allow-methods']).split(', ')).to.include('POST')
      expect(preflight.headers['access-control-allow-headers']).to.match(/X-API-Key/i)
      expect(preflight.headers).not.to.have.property('access-control-allow-credentials')
    })
  })

  describe('requests on the wire', () => {
    const raw = (...lines: string[]) => rawHttp(fixture.url, `${lines.join('\r\n')}\r\n\r\n`)

    it('in absolute form are those of our own path, and their host counts (RFC 9112, section 3.2.2)', async () => {
      const { statuses, body } = await raw(
        'GET http://localhost/healthz HTTP/1.1',
        'Host: other.example',
        'Connection: close',
      )
      expect([statuses, JSON.parse(body)]).to.deep.equal([[200], { status: 'ok' }])
    })

    const known = ['127.0.0.1:8080', '127.0.0.2', 'localhost', 'LOCALHOST.:1', 'a.localhost', '[::1]:80', '']
    for (const host of known) {
      it(`for the host "${host}" are answered on loopback`, async () => {
        expect(
          (await raw('GET /healthz HTTP/1.1', `Host: ${host}`, 'Connection: close')).statuses,
        ).to.deep.equal([200])
      })
    }

    const rebound: Record<string, string[]> = {
      'by name': ['GET /healthz HTTP/1.1', 'Host: evil.example'],
      'with our port': ['GET /metrics HTTP/1.1', 'Host: evil.example:8080'],
      'with a name that begins like ours': ['GET /docs HTTP/1.1', 'Host: localhost.evil.example'],
      'with a name that ends like ours': ['GET / HTTP/1.1', 'Host: evillocalhost'],
      'by another address': ['GET /healthz HTTP/1.1', 'Host: 192.0.2.1'],
      'in absolute form': ['GET http://evil.example/healthz HTTP/1.1', 'Host: localhost'],
      'in absolute form of HTTP/1.0': ['GET http://evil.example/healthz HTTP/1.0'],
      'with a key': ['GET /usage HTTP/1.1', 'Host: evil.example', 'X-API-Key: KEY'],
    }
    for (const [name, lines] of Object.entries(rebound)) {
      it(`for an unknown host, ${name}, are 421 C on loopback, and the connection is closed`, async () => {
        const { statuses, headers, body } = await raw(
          ...lines.map((line) => line.replace('KEY', fixture.key)),
        )
        expect([statuses, headers.connection]).to.deep.equal([[421], 'close'])
        expect(JSON.parse(body)).to.have.nested.property('error.code', 'VALIDATION_ERROR')
        expect(body).not.to.include('evil')
      })
    }

    it('of HTTP/1.0 need no host', async () => {
      expect((await raw('GET /healthz HTTP/1.0')).statuses).to.deep.equal([200])
    })

    const unclear: Record<string, string[]> = {
      'two Hosts': ['GET /healthz HTTP/1.1', 'Host: a', 'Host: b'],
      'both lengths': [
        'POST /snapshot HTTP/1.1',
        'Host: a',
        'Content-Length: 5',
        'Transfer-Encoding: chunked',
      ],
      'an unknown transfer coding': [
        'POST /snapshot HTTP/1.1',
        'Host: a',
        'Transfer-Encoding: gzip, chunked',
      ],
      'no HTTP': ['HELLO'],
    }
    for (const [name, lines] of Object.entries(unclear)) {
      it(`with ${name} are rejected with 400 C, and the connection is closed`, async () => {
        const { statuses, headers, body } = await raw(...lines)
        expect(statuses).to.deep.equal([400])
        expect(headers.connection).to.equal('close')
        expect(JSON.parse(body)).to.have.all.keys('success', 'error')
      })
    }

    it('with too many or too large header fields are 431 C, without request id', async () => {
      const { statuses, headers, body } = await raw(
        'GET /healthz HTTP/1.1',
        'Host: a',
        `X: ${'x'.repeat(20_000)}`,
      )
      expect([statuses, headers['x-request-id']]).to.deep.equal([[431], undefined])
      expect(JSON.parse(body).success).to.equal(false)
    })

    it('on one connection are answered in order', async () => {
      const get = (path: string, more = '') =>
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${fixture.key}\r\n${more}\r\n`
      const bytes = get('/healthz') + get('/metadata') + get('/nothing', 'Connection: close\r\n')
      expect((await rawHttp(fixture.url, bytes)).statuses).to.deep.equal([200, 400, 404])
    })
  })
}
