import { EventEmitter } from 'node:events'
import { expect } from 'chai'
import type { CDPSession } from 'puppeteer-core'
import { toLabRequest, wasSent } from '#stages/render/lab/requests/lab-request.ts'
import { makeRequestLog } from '#stages/render/lab/requests/request-log.ts'

const url = 'https://a.example/x'

/** A log and what tells it; the events are those of CDP's domain Network, with what matters of them. */
function logging(max = 100) {
  const events = new EventEmitter()
  const log = makeRequestLog({
    mainFrameId: 'main',
    max,
    isRefused: (requested) => requested.includes('refused'),
  })
  log.follow(events as unknown as CDPSession)
  const tell = (name: string, event: object) =>
    events.emit(`Network.${name}`, { requestId: '1', timestamp: 2, ...event })
  const ask = (event: object = {}, request: object = {}) =>
    tell('requestWillBeSent', {
      timestamp: 1,
      type: 'Script',
      ...event,
      request: { url, method: 'GET', ...request },
    })
  const requests = () =>
    log
      .requests()
      .filter(wasSent)
      .map((request) => toLabRequest(request, 1, null))
  return { log, tell, ask, requests }
}
const response = (more: object = {}) => ({
  ...{ url, status: 200, protocol: 'h2', mimeType: 'text/javascript', headers: {}, encodedDataLength: 100 },
  ...more,
})

describe('request log', () => {
  it('keeps the first requests up to its maximum, and counts the others', () => {
    const { log, ask } = logging(3)
    for (let id = 0; id < 10; id++) ask({ requestId: String(id) })
    expect([log.requests().length, log.leftOut()]).to.deep.equal([3, 7])
  })

  it('reports the received bytes of an unfinished request', () => {
    const { tell, ask, requests } = logging()
    ask()
    tell('responseReceived', { response: response({ headers: { 'content-encoding': 'br' } }) })
    tell('dataReceived', { dataLength: 900, encodedDataLength: 300 })
    expect(requests()[0]).to.include({ transferBytes: 400, decodedBytes: 900, endMs: null })
    tell('loadingFinished', { encodedDataLength: 450, timestamp: 1.25 })
    expect(requests()[0]).to.include({ transferBytes: 450, decodedBytes: 900, startMs: 0, endMs: 250 })
  })

  it('uses Content-Length when no size was reported', () => {
    const { tell, ask, requests } = logging()
    ask()
    tell('responseReceived', {
      response: response({ headers: { 'Content-Encoding': 'br', 'Content-Length': '300' } }),
    })
    tell('dataReceived', { dataLength: 900, encodedDataLength: 0 })
    tell('loadingFinished', { encodedDataLength: 100 })
    expect(requests()[0]).to.include({ transferBytes: 400 })
  })

  it('leaves out responses of caches and service workers, and HSTS redirects', () => {
    const { tell, ask, requests } = logging()
    for (const [requestId, more] of Object.entries({
      disk: { fromDiskCache: true },
      worker: { fromServiceWorker: true },
    })) {
      ask({ requestId })
      tell('responseReceived', { requestId, response: response(more) })
    }
    ask({ requestId: 'memory' })
    tell('requestServedFromCache', { requestId: 'memory' })
    ask({ requestId: 'https' }, { url: 'http://a.example/' })
    const redirectResponse = response({ status: 307, headers: { 'Non-Authoritative-Reason': 'HSTS' } })
    ask({ requestId: 'https', redirectResponse }, { url: 'https://a.example/' })
    expect(requests().map((request) => request.url)).to.deep.equal(['https://a.example/'])
  })

  it('leaves out requests that were blocked, not those that failed after a response', () => {
    const { tell, ask, requests } = logging()
    ask({ requestId: 'policy' }, { url: 'https://refused.example/' })
    tell('loadingFailed', { requestId: 'policy' })
    ask({ requestId: 'csp' })
    tell('loadingFailed', { requestId: 'csp', blockedReason: 'csp' })
    ask({ requestId: 'corp' }, { url: `${url}?corp` })
    tell('responseReceivedExtraInfo', { requestId: 'corp', statusCode: 200 })
    tell('loadingFailed', { requestId: 'corp', blockedReason: 'corp-not-same-origin' })
    expect(requests().map((request) => [request.url, request.status, request.hasFailed])).to.deep.equal([
      [`${url}?corp`, 200, true],
    ])
  })

  it('does not take the late status of a redirect for that of the next hop', () => {
    const { tell, ask, requests } = logging()
    ask()
    ask({ redirectResponse: response({ status: 302 }) }, { url: `${url}?next` })
    tell('responseReceivedExtraInfo', { statusCode: 302 })
    expect(requests().map(({ status }) => status)).to.deep.equal([302, null])
  })

  it('ends with a redirect to a scheme other than http(s)', () => {
    const { tell, ask, requests } = logging()
    ask()
    ask({ redirectResponse: response({ status: 302 }) }, { url: 'data:text/plain,x' })
    tell('loadingFinished', { encodedDataLength: 9999 })
    expect(requests().map(({ isRedirect, transferBytes }) => [isRedirect, transferBytes])).to.deep.equal([
      [true, 100],
    ])
  })

  it('knows which request caused another', () => {
    const { ask, requests } = logging()
    const named = (name: string) => `https://a.example/${name}`
    const by = (requestId: string, initiator: object) =>
      ask({ requestId, initiator }, { url: named(requestId), initialPriority: 'High' })
    by('page', { type: 'other' })
    by('moved.js', { type: 'parser', url: `${named('page')}#top` })
    const redirectResponse = response({ status: 302 })
    const initiator = { type: 'parser', url: named('page') }
    ask({ requestId: 'moved.js', initiator, redirectResponse }, { url: named('here.js') })
    // Browsers name a script by the URL before its redirects.
    by('sub.js', { type: 'script', stack: { callFrames: [{ url: 'made-up' }, { url: named('moved.js') }] } })
    by('lost.js', { type: 'script', stack: { callFrames: [{ url: named('never-requested.js') }] } })
    const caused = requests().map((request) => [request.url, request.initiatorUrl])
    expect(caused).to.deep.equal([
      [named('page'), null],
      [named('moved.js'), named('page')],
      [named('here.js'), named('moved.js')],
      [named('sub.js'), named('here.js')],
      [named('lost.js'), null],
    ])
  })

  it('follows changes of the priority', () => {
    const { tell, ask, requests } = logging()
    ask({}, { initialPriority: 'Low' })
    expect(requests()[0]?.priority).to.equal('low')
    tell('resourceChangedPriority', { newPriority: 'High' })
    expect(requests()[0]?.priority).to.equal('high')
  })

  it('recognizes a revalidation by 304', () => {
    const { log, tell, ask } = logging()
    ask()
    tell('responseReceivedExtraInfo', { statusCode: 304 })
    tell('responseReceived', { response: response() })
    expect(log.requests()[0]?.source).to.equal('revalidated')
  })

  it('uses the media type for the kind when the resource type says nothing', () => {
    for (const [type, mimeType, kind] of [
      ['Other', 'application/x-javascript', 'javascript'],
      ['Prefetch', 'text/css', 'stylesheet'],
      ['Other', 'font/woff2', 'font'],
      ['Other', 'application/octet-stream', 'other'],
      ['Manifest', 'image/png', 'other'],
      ['TextTrack', 'text/vtt', 'media'],
      ['XHR', 'image/png', 'fetch'],
    ] as const) {
      const { tell, ask, requests } = logging()
      ask()
      tell('responseReceived', { type, response: response({ mimeType }) })
      expect(requests()[0]?.kind, `${type} ${mimeType}`).to.equal(kind)
    }
  })

  it('truncates long values', () => {
    const { tell, ask, requests } = logging()
    ask({}, { url: `${url}?${'x'.repeat(100_000)}` })
    tell('responseReceived', { response: response({ headers: { ETag: 'x'.repeat(100_000) } }) })
    const [request] = requests()
    expect(request?.url).to.have.length(8192)
    expect(request?.headers.etag).to.have.length(512)
  })
})
