import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { makeTabGuard } from '#stages/render/adapters/browsers/open-tab.ts'
import { DeadlineExceeded, TabLost } from '#stages/render/tab/tab.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

describe('tab guard', () => {
  const errorOf = (step: Promise<unknown>) =>
    step.then(
      () => null,
      (error) => error,
    )
  let clock: DrivenClock
  let ended: AbortController
  let guard: ReturnType<typeof makeTabGuard>
  beforeEach(() => {
    clock = driveClock()
    ended = new AbortController()
    guard = makeTabGuard(ended.signal)
  })
  afterEach(() => clock.stop())

  it('lets steps settle as they do', async () => {
    expect(await guard(Promise.resolve(1))).to.equal(1)
    const error = new Error('net::ERR_NAME_NOT_RESOLVED')
    expect(await errorOf(guard(Promise.reject(error)))).to.equal(error)
  })

  it('ends a step that never would', async () => {
    const error = new DeadlineExceeded()
    const step = errorOf(guard(new Promise(() => {})))
    ended.abort(error)
    expect(await step).to.equal(error)
    expect(await errorOf(guard(new Promise(() => {})))).to.equal(error)
  })

  it('swallows what becomes of a step that was given up', async () => {
    const unhandled: unknown[] = []
    const listener = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', listener)
    const { promise, reject } = Promise.withResolvers<never>()
    const step = errorOf(guard(promise))
    ended.abort(new TabLost())
    await step
    reject(new Error('late'))
    await turn()
    process.off('unhandledRejection', listener)
    expect(unhandled).to.deep.equal([])
  })

  for (const message of [
    'Protocol error (Page.navigate): Target closed',
    'Session closed. Most likely the page has been closed.',
    'Navigating frame was detached',
    'Requesting main frame too early!',
    'net::ERR_ABORTED at chrome://crash/',
    'Page crashed!',
  ]) {
    it(`tells a death, of which "${message}" was the first sign`, async () => {
      const lost = new TabLost()
      const step = errorOf(guard(Promise.reject(new Error(message))))
      await clock.pass(900)
      ended.abort(lost)
      expect(await step).to.equal(lost)
    })
  }

  it('takes such a sign for what it says when nobody died', async () => {
    const error = new Error('net::ERR_ABORTED at http://site/download')
    expect(await clock.run(errorOf(guard(Promise.reject(error))))).to.equal(error)
  })
})
