import { EventEmitter } from 'node:events'
import { expect } from 'chai'
import type { CDPSession } from 'puppeteer-core'
import { trackPendingRequests } from '#stages/render/capture/prepare-page.ts'

/** How long they are waited for, in milliseconds, where they do not end. */
const MOST_MS = 3000

describe('pending requests', () => {
  const observe = () => {
    const session = new EventEmitter()
    const cdp = session as unknown as CDPSession
    const requests = trackPendingRequests({ cdp, guard: (step) => step })
    const begin = (requestId: string, type = 'Image', url = `https://a.example/${requestId}`) =>
      session.emit('Network.requestWillBeSent', { requestId, type, request: { url } })
    const end = (requestId: string) => session.emit('Network.loadingFinished', { requestId })
    const quietAfter = async (quietMs: number, mostMs: number) => {
      const began = performance.now()
      await requests.waitForQuiet(quietMs, mostMs)
      return performance.now() - began
    }
    return { session, requests, begin, end, quietAfter }
  }

  it('are waited for until they and the following ones end', async () => {
    const { begin, end, quietAfter } = observe()
    begin('1')
    setTimeout(end, 100, '1')
    setTimeout(begin, 120, '2')
    setTimeout(end, 250, '2')
    expect(await quietAfter(60, MOST_MS)).to.be.within(305, MOST_MS - 1)
  })

  it('are waited for until they fail', async () => {
    const { session, begin, quietAfter } = observe()
    begin('1')
    setTimeout(() => session.emit('Network.loadingFailed', { requestId: '1' }), 50)
    expect(await quietAfter(0, MOST_MS)).to.be.within(45, MOST_MS - 1)
  })

  it('are waited for up to the timeout', async () => {
    const { begin, quietAfter } = observe()
    begin('1')
    expect(await quietAfter(10, 200)).to.be.at.least(195)
  })

  for (const [requestId, type, url] of [
    ['stream', 'EventSource', 'https://a.example/'],
    ['video', 'Media', 'https://a.example/'],
    ['inline', 'Image', 'data:image/gif;base64,'],
  ] as const) {
    it(`are not waited for where there is no end to see: ${requestId}`, async () => {
      const { begin, quietAfter } = observe()
      begin(requestId, type, url)
      expect(await quietAfter(0, MOST_MS)).to.be.below(MOST_MS)
    })
  }

  it('are no longer tracked after `close`', () => {
    const { session, requests } = observe()
    requests.close()
    expect(session.eventNames()).to.deep.equal([])
  })
})
