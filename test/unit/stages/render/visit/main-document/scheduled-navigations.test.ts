import { expect } from 'chai'
import type { Protocol } from 'puppeteer-core'
import { makeScheduledNavigations } from '#stages/render/visit/main-document.ts'

const event = (frameId: string, delay: number) =>
  ({
    ...{ frameId, delay, url: 'http://a.example/b' },
    reason: 'metaTagRefresh',
  }) as Protocol.Page.FrameScheduledNavigationEvent

describe('scheduled navigations', () => {
  for (const [delay, isDue] of [
    [0, true],
    [0.1, true],
    [1, false],
  ] as const) {
    it(`says of a refresh after ${delay} s that it is due: ${isDue}`, () => {
      const schedule = makeScheduledNavigations('main')
      schedule.frameScheduledNavigation(event('main', delay))
      expect(schedule.isDue()).to.equal(isDue)
    })
  }

  it('ends with the navigation of its frame, not with that of another frame', () => {
    const schedule = makeScheduledNavigations('main')
    schedule.frameScheduledNavigation(event('inner', 0))
    expect(schedule.isDue()).to.equal(false)
    schedule.frameScheduledNavigation(event('main', 0))
    schedule.frameClearedScheduledNavigation({ frameId: 'inner' })
    expect(schedule.isDue()).to.equal(true)
    schedule.frameClearedScheduledNavigation({ frameId: 'main' })
    expect(schedule.isDue()).to.equal(false)
  })

  it('ends with the document', () => {
    const schedule = makeScheduledNavigations('main')
    schedule.frameScheduledNavigation(event('main', 0))
    schedule.reset()
    expect(schedule.isDue()).to.equal(false)
  })
})
