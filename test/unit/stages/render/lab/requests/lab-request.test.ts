import { expect } from 'chai'
import { toLabRequest, wasSent } from '#stages/render/lab/requests/lab-request.ts'
import type { LoggedRequest } from '#stages/render/lab/requests/logged-request.ts'

const logged = (more: Partial<LoggedRequest> = {}, headers: Record<string, string> = {}): LoggedRequest =>
  ({
    ...{ id: '1', url: 'https://a.example/x', method: 'GET', type: 'Script', isRenderBlocking: true },
    ...{ startedAt: 100.5, endedAt: 100.7501, source: 'network', extraInfoStatus: null },
    ...{ bodyBytes: 0, decodedBytes: 0, totalBytes: 0 },
    ...{ isRedirect: false, hasFailed: false, wasNeverSent: false },
    response: { status: 200, protocol: 'h2', mimeType: 'text/javascript', headerBytes: 100, headers },
    ...more,
  }) as unknown as LoggedRequest

describe('request of a measurement', () => {
  it('has times in milliseconds since the start of the navigation', () => {
    expect(toLabRequest(logged(), 100, null)).to.include({ startMs: 500, endMs: 750.1 })
    expect(toLabRequest(logged({ endedAt: null }), 100, null).endMs).to.equal(null)
  })

  it('has the total that the browser reports as its transfer size', () => {
    const request = logged(
      { totalBytes: 450, bodyBytes: 300, decodedBytes: 900 },
      { 'content-encoding': 'br' },
    )
    expect(toLabRequest(request, 100, null).transferBytes).to.equal(450)
  })

  it('has at least headers and decoded size where nothing is encoded', () => {
    expect(toLabRequest(logged({ decodedBytes: 900 }), 100, null).transferBytes).to.equal(1000)
  })

  it('has Content-Length as its size where the browser reports none of an encoded body', () => {
    const headers = { 'content-encoding': 'gzip', 'content-length': '300' }
    expect(toLabRequest(logged({ decodedBytes: 900 }, headers), 100, null).transferBytes).to.equal(400)
    const odd = { ...headers, 'content-length': '-1' }
    expect(toLabRequest(logged({ decodedBytes: 900 }, odd), 100, null).transferBytes).to.equal(100)
  })

  it('has the status of the network process where scripts may not read the response', () => {
    const opaque = toLabRequest(logged({ response: null, extraInfoStatus: 200 }), 100, null)
    expect(opaque).to.include({ status: 200, mimeType: null, protocol: null, transferBytes: 0 })
    expect(opaque.headers).to.deep.equal({})
  })

  it('was sent when neither a cache nor a block answered it', () => {
    const sources = ['network', 'revalidated', 'cache', 'worker'] as const
    expect(sources.filter((source) => wasSent(logged({ source })))).to.deep.equal(['network', 'revalidated'])
    expect(wasSent(logged({ wasNeverSent: true }))).to.equal(false)
  })
})
