import { expect } from 'chai'
import type { CDPSession, Protocol } from 'puppeteer-core'
import {
  type LoggedRequest,
  recordCacheHit,
  recordExtraInfoStatus,
  recordFailed,
  recordFinished,
  recordPriority,
  recordRedirect,
  recordResponseReceived,
  toLoggedRequest,
  truncate,
} from '#stages/render/lab/requests/logged-request.ts'

const session = { id: () => 'page' } as unknown as CDPSession
const sent = (event: object = {}): LoggedRequest => {
  const request = { url: 'https://a.example/', method: 'GET' }
  const base = { requestId: '1', loaderId: '1', frameId: 'main', type: 'Document', timestamp: 10, request }
  const sentEvent = { ...base, ...event } as Protocol.Network.RequestWillBeSentEvent
  return toLoggedRequest(sentEvent, session, 'main', null)
}
/** An open connection was used. */
const reused = { dnsStart: -1, dnsEnd: -1, connectStart: -1, connectEnd: -1, sslStart: -1, sslEnd: -1 }
const response = (more: object = {}) =>
  ({
    ...{ url: 'https://a.example/', status: 200, protocol: 'h2', mimeType: 'Text/HTML', headers: {} },
    ...{ encodedDataLength: 120, timing: { ...reused, requestTime: 10, receiveHeadersEnd: 250 } },
    ...more,
  }) as unknown as Protocol.Network.Response
const received = (more: object = {}) =>
  ({ type: 'Document', response: response(more) }) as Protocol.Network.ResponseReceivedEvent

describe('logged request', () => {
  it('is for the main document only in the main frame, as the request of its own loader', () => {
    const differing = [{}, { frameId: 'other' }, { loaderId: '2' }, { type: 'Script' }]
    expect(differing.map((event) => sent(event).isMainDocument)).to.deep.equal([true, false, false, false])
  })

  it('keeps of a response the headers about caching, compression and type', () => {
    const request = sent()
    const headers = { ETag: '"1"', 'Set-Cookie': 'secret', 'Cache-Control': 'no-cache\nmax-age=0' }
    recordResponseReceived(request, received({ headers }))
    expect(request.response).to.deep.equal({
      ...{ url: 'https://a.example/', status: 200, protocol: 'h2', mimeType: 'text/html', headerBytes: 120 },
      headers: { etag: '"1"', 'cache-control': 'no-cache, max-age=0' },
      headersEndAt: 10.25,
      connectMs: null,
    })
  })

  it('keeps more of a list of links than of other headers', () => {
    const request = sent()
    recordResponseReceived(request, received({ headers: { Link: 'x'.repeat(5000), ETag: 'x'.repeat(5000) } }))
    expect([request.response?.headers.link?.length, request.response?.headers.etag?.length]).to.deep.equal([
      2048, 512,
    ])
  })

  it('keeps the beginning of what a page invents', () => {
    const long = 'x'.repeat(100_000)
    const request = sent({ request: { url: `https://a.example/${long}`, method: long } })
    const headers = { 'Cache-Control': 'a\n'.repeat(50_000) }
    recordResponseReceived(request, received({ headers, mimeType: long, protocol: long, url: request.url }))
    const { response: kept, method, url } = request
    expect([method.length, url.length, kept?.url.length]).to.deep.equal([64, 8192, 8192])
    expect([kept?.mimeType?.length, kept?.protocol?.length]).to.deep.equal([255, 255])
    expect(kept?.headers['cache-control']).to.have.length(512)
  })

  it('knows how long its connection took, with name, tunnel and TLS', () => {
    const connectMs = (timing: object) => {
      const request = sent()
      const whole = { ...reused, requestTime: 10, receiveHeadersEnd: 900, ...timing }
      recordResponseReceived(request, received({ timing: whole }))
      return request.response?.connectMs
    }
    const secure = { connectStart: 20, sslStart: 425, sslEnd: 620, connectEnd: 620 }
    expect(connectMs(secure)).to.equal(600)
    expect(connectMs({ ...secure, dnsStart: 5, dnsEnd: 20 })).to.equal(615)
    expect(connectMs({ connectStart: 1, connectEnd: 3 }), 'to the proxy only').to.equal(null)
    expect(connectMs({})).to.equal(null)
  })

  it('has the priority that it gets in the end', () => {
    const request = sent({
      request: { url: 'https://a.example/', method: 'GET', initialPriority: 'VeryLow' },
    })
    expect(request.priority).to.equal('very_low')
    const event = { newPriority: 'VeryHigh' } as Protocol.Network.ResourceChangedPriorityEvent
    recordPriority(request, event)
    expect(request.priority).to.equal('very_high')
  })

  it('knows where a response came from', () => {
    const cases: [object, string][] = [
      [{}, 'network'],
      [{ status: 304 }, 'revalidated'],
      [{ fromDiskCache: true }, 'cache'],
      [{ fromPrefetchCache: true }, 'cache'],
      [{ fromServiceWorker: true, fromDiskCache: true }, 'worker'],
    ]
    for (const [more, source] of cases) {
      const request = sent()
      recordResponseReceived(request, received(more))
      expect(request.source).to.equal(source)
    }
    const hit = sent()
    recordCacheHit(hit)
    expect(hit.source).to.equal('cache')
  })

  it('was never sent when HSTS redirected it inside the browser (RFC 6797, section 8.3)', () => {
    const inside = sent()
    recordRedirect(inside, response({ status: 307, headers: { 'Non-Authoritative-Reason': 'HSTS' } }), 11)
    expect(inside).to.include({ isRedirect: true, wasNeverSent: true, endedAt: 11 })
    const real = sent()
    recordRedirect(real, response({ status: 301 }), 11)
    expect(real).to.include({ isRedirect: true, wasNeverSent: false })
  })

  it('takes the status of the network process, but not that of a redirect', () => {
    const request = sent()
    const status = (statusCode: number) =>
      recordExtraInfoStatus(request, { statusCode } as Protocol.Network.ResponseReceivedExtraInfoEvent)
    status(302)
    expect(request.extraInfoStatus).to.equal(null)
    status(304)
    expect(request).to.include({ extraInfoStatus: 304, source: 'revalidated' })
  })

  it('that failed was never sent only without an answer, where something blocked it', () => {
    const failed = (event: object, wasRefused: boolean, prepare = (_: LoggedRequest) => {}) => {
      const request = sent()
      prepare(request)
      recordFailed(request, { timestamp: 12, ...event } as Protocol.Network.LoadingFailedEvent, wasRefused)
      expect(request).to.include({ hasFailed: true, endedAt: 12 })
      return request.wasNeverSent
    }
    expect(failed({}, false)).to.equal(false)
    expect(failed({}, true)).to.equal(true)
    expect(failed({ blockedReason: 'csp' }, false)).to.equal(true)
    expect(
      failed({ blockedReason: 'corp-not-same-origin' }, false, (one) =>
        recordResponseReceived(one, received()),
      ),
    ).to.equal(false)
  })

  it('ends in the session that can read its body', () => {
    const request = sent()
    const worker = { id: () => 'worker' } as unknown as CDPSession
    const event = { encodedDataLength: 900, timestamp: 13 } as Protocol.Network.LoadingFinishedEvent
    recordFinished(request, event, worker)
    expect(request).to.include({ session: worker, totalBytes: 900, endedAt: 13 })
  })

  it('is truncated by characters', () => {
    expect([truncate('abc', 3), truncate('abcd', 3)]).to.deep.equal(['abc', 'abc'])
  })
})
