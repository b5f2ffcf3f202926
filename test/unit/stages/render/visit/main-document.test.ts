import { expect } from 'chai'
import type { Protocol } from 'puppeteer-core'
import { makeMainDocument } from '#stages/render/visit/main-document.ts'

const request = (id: string, url: string, more: object = {}) =>
  ({
    ...{ requestId: id, loaderId: id, frameId: 'main', type: 'Document', request: { url } },
    ...more,
  }) as Protocol.Network.RequestWillBeSentEvent
const answer = (id: string, status: number, headers = {}) =>
  ({ requestId: id, response: { status, headers } }) as Protocol.Network.ResponseReceivedEvent
const extra = (id: string, statusCode: number, location: string) =>
  ({
    requestId: id,
    statusCode,
    headers: { location },
  }) as unknown as Protocol.Network.ResponseReceivedExtraInfoEvent
const shown = (id: string, more: object = {}) =>
  ({
    frame: { id: 'main', loaderId: id, url: `http://a.example/${id}`, mimeType: 'text/html', ...more },
  }) as Protocol.Page.FrameNavigatedEvent
const failed = (id: string, canceled: boolean) =>
  ({ requestId: id, errorText: 'net::ERR_ABORTED', canceled }) as Protocol.Network.LoadingFailedEvent
const scheduled = (frameId: string, delay: number) =>
  ({
    ...{ frameId, delay, url: 'http://a.example/b' },
    reason: 'metaTagRefresh',
  }) as Protocol.Page.FrameScheduledNavigationEvent
const event = (id: string, name: string) => ({ loaderId: id, name }) as Protocol.Page.LifecycleEventEvent

describe('main document', () => {
  it('tracks a navigation over its redirects', () => {
    const document = makeMainDocument('main', () => 5)
    document.requestWillBeSent(request('1', 'http://a.example/'))
    document.requestWillBeSent(request('1', 'http://b.example/'))
    document.responseReceived(answer('1', 200, { 'Content-Type': 'text/html' }))
    expect(document.shown()).to.equal(null)
    expect(document.isLeaving()).to.equal(true)
    document.frameNavigated(shown('1'))
    expect(document.isLeaving()).to.equal(false)
    expect(document.navigation('1')).to.deep.include({
      urls: ['http://a.example/', 'http://b.example/'],
      status: 200,
      contentType: 'text/html',
      error: null,
    })
  })

  it('keeps the beginning of long URLs and headers, and knows whether one names a user', () => {
    const document = makeMainDocument('main', () => 5)
    const long = 'x'.repeat(20_000)
    document.requestWillBeSent(request('1', `http://${long}@a.example/`))
    document.requestWillBeSent(request('1', `http://a.example/${long}`))
    document.responseReceived(answer('1', 200, { 'Content-Type': long }))
    const navigation = document.navigation('1')
    expect(navigation?.urls.map(({ length }) => length)).to.deep.equal([8192, 8192])
    expect(navigation?.contentType).to.have.length(2048)
    expect(navigation?.hasCredentials).to.equal(true)
    document.requestWillBeSent(request('2', 'http://a.example/'))
    expect(document.navigation('2')?.hasCredentials).to.equal(false)
  })

  for (const [order, first, then] of [
    ['in time', 'answer', 'request'],
    ['late', 'request', 'answer'],
  ] as const) {
    it(`takes the answer of a redirect for no later one's, ${order}`, () => {
      const document = makeMainDocument('main', () => 5)
      const steps = {
        answer: () => document.responseReceivedExtraInfo(extra('1', 301, '/b')),
        request: () =>
          document.requestWillBeSent(request('1', 'http://a.example/b', { redirectHasExtraInfo: true })),
      }
      document.requestWillBeSent(request('1', 'http://a.example/', { redirectHasExtraInfo: false }))
      steps[first]()
      steps[then]()
      expect(document.navigation('1')).to.include({ status: null, location: null })
      document.responseReceivedExtraInfo(extra('1', 302, 'javascript:1'))
      expect(document.navigation('1')).to.include({ status: 302, location: 'javascript:1' })
    })
  }

  it('ignores events of the previous document', () => {
    const document = makeMainDocument('main', () => 5)
    document.frameNavigated(shown('2'))
    document.lifecycleEvent(event('1', 'load'))
    document.lifecycleEvent(event('2', 'DOMContentLoaded'))
    expect(document.shown()).to.include({ parsedAt: 5, loadedAt: null })
  })

  it('ignores frames', () => {
    const document = makeMainDocument('main', () => 5)
    document.requestWillBeSent(request('1', 'http://a.example/', { frameId: 'inner' }))
    document.frameNavigated(shown('1', { parentId: 'main' }))
    expect(document.isLeaving()).to.equal(false)
    expect(document.shown()).to.equal(null)
  })

  it('is leaving until the other navigation is aborted', () => {
    const document = makeMainDocument('main', () => 5)
    document.requestWillBeSent(request('1', 'http://a.example/'))
    document.frameNavigated(shown('1'))
    document.requestWillBeSent(request('2', 'mailto:a@b.c'))
    expect(document.isLeaving()).to.equal(true)
    document.loadingFailed(failed('2', true))
    expect(document.isLeaving()).to.equal(false)
    expect(document.navigation('1')?.error).to.equal(null)
  })

  it('is leaving when another navigation is scheduled', () => {
    const document = makeMainDocument('main', () => 5)
    document.frameNavigated(shown('1'))
    document.frameScheduledNavigation(scheduled('main', 0))
    expect(document.isLeaving()).to.equal(true)
    document.frameClearedScheduledNavigation({ frameId: 'main' })
    expect(document.isLeaving()).to.equal(false)
  })

  it('is not leaving after the scheduled navigation', () => {
    const document = makeMainDocument('main', () => 5)
    document.frameNavigated(shown('1'))
    document.frameScheduledNavigation(scheduled('main', 0))
    document.frameNavigated(shown('2'))
    expect(document.isLeaving()).to.equal(false)
  })

  it('is leaving until the error page of the other navigation is shown', () => {
    const document = makeMainDocument('main', () => 5)
    document.frameNavigated(shown('1'))
    document.requestWillBeSent(request('2', 'http://b.example/'))
    document.loadingFailed({ ...failed('2', false), errorText: 'net::ERR_TUNNEL_CONNECTION_FAILED' })
    expect(document.isLeaving()).to.equal(true)
    document.frameNavigated(shown('2', { unreachableUrl: 'http://b.example/' }))
    expect(document.isLeaving()).to.equal(false)
  })

  it('distinguishes a document that failed from one that stopped its own loading', () => {
    const document = makeMainDocument('main', () => 5)
    document.requestWillBeSent(request('1', 'http://a.example/'))
    document.frameNavigated(shown('1'))
    document.loadingFailed(failed('1', true))
    expect(document.navigation('1')?.error).to.equal(null)
    document.loadingFailed(failed('1', false))
    expect(document.navigation('1')?.error).to.equal('net::ERR_ABORTED')
  })
})
