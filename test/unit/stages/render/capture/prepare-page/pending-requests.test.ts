import { EventEmitter } from 'node:events'
import { expect } from 'chai'
import type { CDPSession } from 'puppeteer-core'
import { trackPendingRequests } from '#stages/render/capture/prepare-page.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

/** How long they are waited for, in milliseconds, where they do not end. */
const MOST_MS = 3000
/** How often it is looked whether they have ended, in milliseconds. */
const POLL_MS = 25

describe('pending requests', () => {
  let clock: DrivenClock
  beforeEach(() => {
    clock = driveClock()
  })
  afterEach(() => clock.stop())

  const observe = () => {
    const session = new EventEmitter()
    const cdp = session as unknown as CDPSession
    const requests = trackPendingRequests({ cdp, guard: (step) => step })
    const begin = (requestId: string, type = 'Image', url = `https://a.example/${requestId}`) =>
      session.emit('Network.requestWillBeSent', { requestId, type, request: { url } })
    const end = (requestId: string) => session.emit('Network.loadingFinished', { requestId })
    const quietAfter = async (quietMs: number, mostMs: number) => {
      const began = clock.now()
      await clock.run(requests.waitForQuiet(quietMs, mostMs))
      return clock.now() - began
    }
    return { session, requests, begin, end, quietAfter }
  }

  it('are waited for until they and the following ones end', async () => {
    const { begin, end, quietAfter } = observe()
    begin('1')
    setTimeout(end, 100, '1')
    setTimeout(begin, 120, '2')
    setTimeout(end, 250, '2')
    expect(await quietAfter(60, MOST_MS)).to.be.within(310, 310 + POLL_MS)
  })

  it('are waited for until they fail', async () => {
    const { session, begin, quietAfter } = observe()
    begin('1')
    setTimeout(() => session.emit('Network.loadingFailed', { requestId: '1' }), 50)
    expect(await quietAfter(0, MOST_MS)).to.be.within(50, 50 + POLL_MS)
  })

  it('are waited for up to the timeout', async () => {
    const { begin, quietAfter } = observe()
    begin('1')
    expect(await quietAfter(10, 200)).to.be.within(200, 200 + POLL_MS)
  })

  for (const [requestId, type, url] of [
    ['stream', 'EventSource', 'https://a.example/'],
    ['video', 'Media', 'https://a.example/'],
    ['inline', 'Image', 'data:image/gif;base64,'],
  ] as const) {
    it(`are not waited for where there is no end to see: ${requestId}`, async () => {
      const { begin, quietAfter } = observe()
      begin(requestId, type, url)
      expect(await quietAfter(0, MOST_MS)).to.equal(0)
    })
  }

  it('are no longer tracked after `close`', () => {
    const { session, requests } = observe()
    requests.close()
    expect(session.eventNames()).to.deep.equal([])
  })
})
