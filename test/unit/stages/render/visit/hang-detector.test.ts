import { expect } from 'chai'
import { DeadlineExceeded, type Tab } from '#stages/render/tab/tab.ts'
import { unlessUnresponsive } from '#stages/render/visit/hang-detector.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

const tabThat = (send: () => Promise<unknown>) => ({ cdp: { send } }) as unknown as Tab
const never = new Promise<never>(() => undefined)

describe('unlessUnresponsive', () => {
  let clock: DrivenClock
  beforeEach(() => {
    clock = driveClock()
  })
  afterEach(() => clock.stop())

  /** The outcome so far, `pending` when there is none, in a page that is asked after 10 s. */
  function watch(tab: Tab, work: Promise<unknown>): () => unknown {
    let outcome: unknown = 'pending'
    const record = (value: unknown) => {
      outcome = value
    }
    unlessUnresponsive(tab, 10_000, work).then(record, record)
    return () => outcome
  }

  it('rejects with DeadlineExceeded when the page does not answer within 0.8 s', async () => {
    const silent = tabThat(() => never)
    const outcome = watch(silent, never)
    await clock.pass(10_799)
    expect(outcome()).to.equal('pending')
    await clock.pass(1)
    expect(outcome()).to.be.instanceOf(DeadlineExceeded)
  })

  for (const [kind, tab] of [
    ['responds', tabThat(async () => ({}))],
    ['is gone', tabThat(async () => Promise.reject(new Error('gone')))],
  ] as const) {
    it(`settles like the work when the page ${kind}`, async () => {
      const { promise, resolve } = Promise.withResolvers<string>()
      const outcome = watch(tab, promise)
      await clock.pass(60_000)
      expect(outcome()).to.equal('pending')
      resolve('done')
      await clock.pass(0)
      expect(outcome()).to.equal('done')
    })
  }

  it('does not call the page when the work has settled in time', async () => {
    let calls = 0
    const counting = tabThat(async () => {
      calls += 1
    })
    const failure = new Error('failed')
    const outcomes = [watch(counting, Promise.resolve('done')), watch(counting, Promise.reject(failure))]
    await clock.pass(0)
    await clock.pass(60_000)
    expect(outcomes.map((outcome) => outcome())).to.deep.equal(['done', failure])
    expect(calls).to.equal(0)
  })

  it('settles like work that ends while the page is asked', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const outcome = watch(
      tabThat(() => never),
      promise,
    )
    await clock.pass(10_500)
    resolve('done')
    await clock.pass(0)
    await clock.pass(60_000)
    expect(outcome()).to.equal('done')
  })
})
