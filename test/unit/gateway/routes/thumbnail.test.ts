import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { Lookups, ThumbnailAnswer } from '#shared/ports/lookups.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { resultOf } from '#test/unit/shared/stage/toy-stage.ts'
import { type GatewayFixture, startGatewayFixture } from '../support/gateway-fixture.ts'

/** More than answers of other types may have without compression. */
const body = Uint8Array.from({ length: 5000 }, (_, at) => at % 7)
const image = {
  body,
  contentType: 'image/webp',
  width: 320,
  height: 168,
  sourceWidth: 1200,
  sourceHeight: 630,
}
const url = 'https://shop.example/a.png?x=1&y=%2F'
const inside = 'http://10.0.0.1/a.png'

describe('GET /thumbnail', () => {
  let gateway: GatewayFixture
  let key: string
  let calls: Parameters<Lookups['thumbnail']>[]
  let answer: ThumbnailAnswer | Error
  /** Look-ups wait for it. */
  let held: Promise<void>
  before(async () => {
    gateway = await startGatewayFixture({
      handle: async (work) => resultOf(work, '{}'),
      checkTarget: (target) =>
        target === inside
          ? { kind: 'refused', reason: 'address_not_allowed', message: 'url must not be private' }
          : { kind: 'allowed' },
      async thumbnail(...call) {
        calls.push(call)
        await held
        if (answer instanceof Error) throw answer
        return answer
      },
    })
    key = await gateway.makeKey([])
  })
  after(() => gateway.stop())
  beforeEach(() => {
    calls = []
    held = Promise.resolve()
    answer = { image, failure: null }
  })

  const get = (query: Readonly<Record<string, string>> | string, call = {}, holder: string | null = key) =>
    gateway.call(holder, `/thumbnail?${typeof query === 'string' ? query : new URLSearchParams(query)}`, call)

  it('is the image, for an hour, with the size of its source; never compressed', async () => {
    const headers = { 'Accept-Encoding': 'br, gzip, zstd' }
    const { status, headers: sent, body: bytes } = await get({ url, width: '640' }, { headers })
    expect(status).to.equal(200)
    expect([...bytes]).to.deep.equal([...body])
    expect(sent).to.include({
      'content-type': 'image/webp',
      'content-length': '5000',
      'cache-control': 'private, max-age=3600',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'x-thumbnail-source-width': '1200',
      'x-thumbnail-source-height': '630',
    })
    expect(sent).not.to.have.any.keys('content-encoding', 'vary', 'x-ratelimit-limit')
    expect(calls.map(([target, width]) => [target, width])).to.deep.equal([[url, 640]])
  })

  it('is 320 pixels wide by default', async () => {
    await get({ url })
    expect(calls[0]?.slice(0, 2)).to.deep.equal([url, 320])
  })

  it('has the same headers for HEAD, and no body', async () => {
    const { status, headers, body: bytes } = await get({ url }, { method: 'HEAD' })
    expect([status, headers['content-length'], bytes.length]).to.deep.equal([200, '5000', 0])
  })

  it('needs a key, and no scope', async () => {
    expect((await get({ url }, {}, null)).status).to.equal(401)
    expect((await gateway.call(key, '/thumbnail', { method: 'POST' })).status).to.equal(405)
    expect(calls).to.deep.equal([])
  })

  const wrong: [query: string, code: string, details: object][] = [
    ['', 'MISSING_PARAMETER', { parameter: 'url', location: 'query' }],
    ['width=320', 'MISSING_PARAMETER', { parameter: 'url', location: 'query' }],
    ['url=', 'INVALID_URL', { url: '', reason: 'invalid_url' }],
    ['url=/a.png', 'INVALID_URL', { url: '/a.png', reason: 'invalid_url' }],
    ['url=ftp://shop.example/', 'INVALID_URL', { url: 'ftp://shop.example/', reason: 'invalid_url' }],
    ['url=data:image/png,x', 'INVALID_URL', { url: 'data:image/png,x', reason: 'invalid_url' }],
    ['url=http://u:p@a.example/', 'INVALID_URL', { url: 'http://u:p@a.example/', reason: 'invalid_url' }],
    [`url=${inside}`, 'INVALID_URL', { url: inside, reason: 'address_not_allowed' }],
    ...['15', '1281', '1.5', '-320', 'x', '', '1e3', '0x40'].map((width): [string, string, object] => [
      `url=${url}&width=${width}`.replace('&y=%2F', ''),
      'VALIDATION_ERROR',
      { parameter: 'width', reason: 'must be a whole number between 16 and 1280' },
    ]),
    [
      'url=http://a.example/&height=9',
      'VALIDATION_ERROR',
      { parameter: 'height', reason: 'is not a known parameter' },
    ],
  ]
  for (const [query, code, details] of wrong) {
    it(`rejects ${query || 'nothing'}: ${code}`, async () => {
      const { status, json } = await get(query)
      expect([status, json().success, json().error.code]).to.deep.equal([400, false, code])
      expect(json().error.details).to.deep.equal(details)
      expect(calls).to.deep.equal([])
    })
  }

  it('rejects a parameter that is given twice', async () => {
    for (const query of [
      'url=http://a.example/&url=http://a.example/',
      'url=http://a.example/&width=16&width=16',
    ]) {
      expect((await get(query)).status).to.equal(400)
    }
    expect(calls).to.deep.equal([])
  })

  it('accepts a URL of 8,192 characters, and not one more', async () => {
    const longest = `https://shop.example/${'x'.repeat(8192 - 21)}`
    expect((await get({ url: longest })).status).to.equal(200)
    const { json } = await get({ url: `${longest}x` })
    expect(json().error.code).to.equal('INVALID_URL')
  })

  for (const [code, status] of [
    ['ROBOTS_TXT_BLOCKED', 403],
    ['INVALID_URL', 400],
    ['URL_UNREACHABLE', 422],
    ['UNSUPPORTED_CONTENT', 422],
    ['RESPONSE_TOO_LARGE', 422],
    ['TIMEOUT', 422],
  ] as const) {
    it(`reports ${code} of the look-up with ${status} and its details`, async () => {
      answer = { image: null, failure: { code, message: 'why', details: { url, more: 1 } } }
      const reply = await get({ url })
      expect(reply.status).to.equal(status)
      expect(reply.json()).to.deep.equal({
        success: false,
        error: { code, message: 'why', details: { url, more: 1 } },
      })
      expect(reply.headers).to.include({ 'cache-control': 'no-store' })
    })
  }

  it('is 503 when no thumbnail can be made now', async () => {
    answer = unavailable('thumbnails')
    const { status, headers, json } = await get({ url })
    expect([status, json().error.code]).to.deep.equal([503, 'SERVICE_UNAVAILABLE'])
    expect(headers['retry-after']).to.equal(String(json().error.details.retry_after))
  })

  it('is asked for four at a time for one key; others of the key wait, and leave with their callers', async () => {
    const { promise, resolve: release } = Promise.withResolvers<void>()
    held = promise
    const running = Array.from({ length: 5 }, () => get({ url }))
    await eventually(() => calls.length === 4)
    const other = get({ url }, {}, await gateway.makeKey([]))
    await eventually(() => calls.length === 5)
    const leaving = new AbortController()
    const left = rejectionOf(get({ url: `${url}#left` }, { signal: leaving.signal }))
    leaving.abort()
    await left
    release()
    for (const { status } of await Promise.all([...running, other])) expect(status).to.equal(200)
    expect(calls.map(([target]) => target)).to.deep.equal(Array(6).fill(url))
  })

  it('is 500 for an answer that is neither', async () => {
    answer = { image: null, failure: null }
    expect((await get({ url })).json().error.code).to.equal('INTERNAL_ERROR')
  })

  it('counts against a limit of its own, but not what is refused before', async () => {
    const sparing = await gateway.makeKey(['metadata'], { limits: { thumbnail: 2 } })
    await get({ url: inside }, {}, sparing)
    await get({ url, width: '1' }, {}, sparing)
    const first = await get({ url }, {}, sparing)
    expect(first.headers).to.include({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' })
    answer = { image: null, failure: { code: 'TIMEOUT', message: 'late', details: { url, timeout_ms: 1 } } }
    const failed = await get({ url }, {}, sparing)
    expect([failed.status, failed.headers['x-ratelimit-remaining']]).to.deep.equal([422, '0'])
    const { status, headers, json } = await get({ url }, {}, sparing)
    expect([status, json().error.code]).to.deep.equal([429, 'RATE_LIMIT_EXCEEDED'])
    expect(headers['retry-after']).to.equal(String(json().error.details.reset_after))
    const free = await gateway.makeKey([], { plan: 'free' })
    expect((await get({ url }, {}, free)).headers['x-ratelimit-limit']).to.equal('1000')
  })
})
