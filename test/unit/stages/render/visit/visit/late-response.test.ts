import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import type { Protocol } from 'puppeteer-core'
import { makeChangeSignal } from '#stages/render/visit/change-signal.ts'
import { makeMainDocument } from '#stages/render/visit/main-document.ts'
import { waitForLateResponse } from '#stages/render/visit/visit.ts'
import { driveClock } from '#test/unit/driven-clock.ts'

const ABORTED = 'net::ERR_ABORTED'

describe('waitForLateResponse', () => {
  function asking(url: string) {
    const document = makeMainDocument('main', () => 0)
    const changes = makeChangeSignal()
    const request = { requestId: '1', loaderId: '1', frameId: 'main', type: 'Document', request: { url } }
    document.requestWillBeSent(request as Protocol.Network.RequestWillBeSentEvent)
    const answer = (statusCode: number, location: string) => {
      const event = { requestId: '1', statusCode, headers: { location } }
      document.responseReceivedExtraInfo(event as unknown as Protocol.Network.ResponseReceivedExtraInfoEvent)
      changes.notify()
    }
    return { document, changes, answer }
  }

  it('waits for the response of a navigation that shows nothing', async () => {
    const { answer, ...watch } = asking('http://a.example/')
    const found = waitForLateResponse(watch, '1', ABORTED)
    watch.changes.notify()
    await turn()
    answer(302, 'javascript:1')
    expect(await found).to.include({ status: 302, location: 'javascript:1' })
  })

  it('gives up after 2 s', async () => {
    const clock = driveClock()
    try {
      let found: unknown
      void waitForLateResponse(asking('http://a.example/'), '1', ABORTED).then((navigation) => {
        found = navigation
      })
      await clock.pass(1999)
      expect(found).to.equal(undefined)
      await clock.pass(1)
      expect(found).to.include({ status: null })
    } finally {
      clock.stop()
    }
  })

  for (const [when, url, id, error] of [
    ['when the network failed', 'http://a.example/', '1', 'net::ERR_CONNECTION_RESET'],
    ['when the navigation left the web', 'mailto:a@b.c', '1', ABORTED],
    ['when the browser asked nobody', 'http://a.example/', '2', ABORTED],
  ] as const) {
    it(`is not waited for ${when}`, async () => {
      const clock = driveClock()
      try {
        const found = waitForLateResponse(asking(url), id, error).then(
          (navigation) => navigation?.status ?? null,
        )
        expect(await Promise.race([found, turn('late')])).to.equal(null)
      } finally {
        clock.stop()
      }
    })
  }
})
