import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import { makeJob } from '#stages/render/adapters/browsers/job.ts'
import { makeTabGuard, type OpenedTab } from '#stages/render/adapters/browsers/open-tab.ts'
import type { RunIsolated, Slot } from '#stages/render/adapters/browsers/slot.ts'
import { DeadlineExceeded, TabLost } from '#stages/render/tab/tab.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

/** A slot whose tabs count how often they were closed. */
function makeSlot(openTab = async () => makeTab()) {
  const closed: OpenedTab[] = []
  const slot: Slot = {
    openTab,
    async closeTab(opened) {
      closed.push(opened)
    },
    whenIdle: async () => {},
  }
  return { slot, closed }
}

function makeTab(): OpenedTab {
  const ended = new AbortController()
  const { signal } = ended
  const abort = (reason: unknown) => ended.abort(reason)
  return { tab: { signal, guard: makeTabGuard(signal) }, abort } as unknown as OpenedTab
}

describe('browser job', () => {
  let clock: DrivenClock
  beforeEach(() => {
    clock = driveClock()
  })
  afterEach(() => clock.stop())

  const timing = (signal = new AbortController().signal) => ({ deadlineMs: 1000, signal })
  const isolatedIn =
    (slot: Slot): RunIsolated =>
    (work) =>
      work(slot)
  const notIsolated: RunIsolated = () => Promise.reject(new Error('no browser of its own was needed'))
  const outcomeOf = (result: Promise<unknown>) => result.catch((error: unknown) => error)

  it('settles like the work, and closes the tab', async () => {
    const { slot, closed } = makeSlot()
    const job = makeJob(async () => 'done', timing())
    await job.runIn(slot, notIsolated)
    expect(await job.result).to.equal('done')
    expect(closed).to.have.length(1)
  })

  it('rejects like the work, without a second try', async () => {
    const failure = new Error('failed')
    const job = makeJob(() => Promise.reject(failure), timing())
    const outcome = outcomeOf(job.result)
    await job.runIn(makeSlot().slot, notIsolated)
    expect(await outcome).to.equal(failure)
  })

  it('is tried once more in a browser of its own when its tab is lost', async () => {
    const [shared, own] = [makeSlot(), makeSlot()]
    let tries = 0
    const job = makeJob(async () => {
      tries += 1
      if (tries === 1) throw new TabLost('The browser is gone')
      return tries
    }, timing())
    await job.runIn(shared.slot, isolatedIn(own.slot))
    expect(await job.result).to.equal(2)
    expect([shared.closed.length, own.closed.length]).to.deep.equal([1, 1])
  })

  it('rejects with BROWSER_CRASHED when the second tab is lost as well', async () => {
    const job = makeJob(() => Promise.reject(new TabLost('The browser is gone')), timing())
    const outcome = outcomeOf(job.result)
    await job.runIn(makeSlot().slot, isolatedIn(makeSlot().slot))
    const failure = (await outcome) as Failure
    expect(failure).to.be.instanceOf(Failure)
    expect([failure.code, failure.cause]).to.satisfy(
      ([code, cause]: unknown[]) => code === 'BROWSER_CRASHED' && cause instanceof TabLost,
    )
  })

  it('ends at its deadline, which counts from the first tab and includes the second try', async () => {
    const tabs = [makeTab(), makeTab()]
    const { slot, closed } = makeSlot(async () => tabs.shift() as OpenedTab)
    const [first] = tabs
    const job = makeJob(() => new Promise<never>(() => {}), timing())
    const outcome = outcomeOf(job.result)
    await clock.pass(5000)
    const running = job.runIn(slot, isolatedIn(slot))
    await clock.pass(0)
    await clock.pass(600)
    first?.abort(new TabLost('The browser is gone'))
    await clock.pass(399)
    expect(closed).to.have.length(1)
    await clock.pass(1)
    expect(await outcome).to.be.instanceOf(DeadlineExceeded)
    await running
    expect(closed).to.have.length(2)
  })

  it('rejects at once when the caller aborts, and opens no tab then', async () => {
    const caller = new AbortController()
    const opening = () => Promise.reject(new Error('no tab was to be opened'))
    const job = makeJob(async () => 'done', timing(caller.signal))
    const outcome = outcomeOf(job.result)
    const reason = new Error('the caller is gone')
    caller.abort(reason)
    expect(await outcome).to.equal(reason)
    await job.runIn(makeSlot(opening).slot, notIsolated)
  })
})
