import { expect } from 'chai'
import { compressBodies } from '#stages/render/lab/requests/compress-bodies.ts'
import type { LoggedRequest } from '#stages/render/lab/requests/logged-request.ts'

const text = 'the same words again, '.repeat(500)

/** A text that was sent uncompressed, and the order in which bodies were asked for. */
function bodies() {
  const asked: string[] = []
  const request = (id: string, more: object = {}, response: object = {}, body = text) => {
    const send = async () => {
      asked.push(id)
      return { body, base64Encoded: false }
    }
    return {
      ...{ id, session: { send }, source: 'network', endedAt: 1, decodedBytes: body.length },
      ...{ isRedirect: false, hasFailed: false, wasNeverSent: false, ...more },
      response: { mimeType: 'text/css', headers: {}, ...response },
    } as unknown as LoggedRequest
  }
  return { asked, request }
}

describe('compressBodies', () => {
  it('gives the sizes of a repetitive text, which both codings make far smaller', async () => {
    const { request } = bodies()
    const one = request('1')
    const { gzip = 0, brotli = 0 } = (await compressBodies([one], 5000)).get(one) ?? {}
    expect(gzip).to.be.within(20, text.length / 20)
    expect(brotli).to.be.within(20, gzip)
  })

  it('selects finished texts of 1 KiB and more that were sent without a coding', async () => {
    const { asked, request } = bodies()
    await compressBodies(
      [
        request('text'),
        request('svg', {}, { mimeType: 'image/svg+xml' }),
        request('explicit', {}, { headers: { 'content-encoding': 'identity' } }),
        request('picture', {}, { mimeType: 'image/png' }),
        request('coded', {}, { headers: { 'content-encoding': 'br' } }),
        request('short', { decodedBytes: 1023 }),
        request('redirect', { isRedirect: true }),
        request('failed', { hasFailed: true }),
        request('pending', { endedAt: null }),
        request('cached', { source: 'cache' }),
        request('huge', { decodedBytes: 5_000_001 }),
      ],
      5000,
    )
    expect(asked.toSorted()).to.deep.equal(['explicit', 'svg', 'text'])
  })

  it('starts with the largest, up to 20 MB together', async () => {
    const { asked, request } = bodies()
    const sizes = [4_000_000, 5_000_000, 4_500_000, 5_000_000, 4_900_000, 600_000]
    await compressBodies(
      sizes.map((decodedBytes, index) => request(String(index), { decodedBytes })),
      5000,
    )
    // 5.0 + 5.0 + 4.9 + 4.5 = 19.4: neither 4.0 nor all of the rest fits, but 0.6 does.
    expect(asked).to.deep.equal(['1', '3', '4', '2', '5'])
  })

  it('leaves out a body that the browser no longer has, and all when there is no time', async () => {
    const { request } = bodies()
    const gone = { ...request('gone'), session: { send: () => Promise.reject(new Error('gone')) } }
    expect((await compressBodies([gone as unknown as LoggedRequest], 5000)).size).to.equal(0)
    expect((await compressBodies([request('late')], 0)).size).to.equal(0)
  })
})
