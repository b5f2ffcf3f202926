import { expect } from 'chai'
import { makeStandingQueues } from '#gateway/inspections/admission/standing-queues.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'

describe('standing-queues', () => {
  let clock: DrivenClock
  beforeEach(() => {
    clock = driveClock()
  })
  afterEach(() => clock.stop())

  const wait = (waitSeconds: number, workSeconds = 1) => ({ waitSeconds, workSeconds })

  it('lets a burst wait as long as it may, for ten seconds', async () => {
    const queues = makeStandingQueues(3)
    expect(queues.limit('a', wait(20), 26)).to.equal(26)
    await clock.pass(9000)
    expect(queues.limit('a', wait(20), 26)).to.equal(26)
    await clock.pass(2000)
    expect(queues.limit('a', wait(20), 26)).to.equal(3)
  })

  it('keeps a queue short until none has been too many for ten seconds', async () => {
    const queues = makeStandingQueues(3)
    queues.limit('a', wait(20), 26)
    await clock.pass(11_000)
    queues.limit('a', wait(20), 26)
    await clock.pass(5000)
    expect(queues.limit('a', wait(1), 26)).to.equal(3)
    await clock.pass(6000)
    expect(queues.limit('a', wait(20), 26)).to.equal(26)
  })

  it('is about one owner', async () => {
    const queues = makeStandingQueues(3)
    queues.limit('a', wait(20), 26)
    await clock.pass(11_000)
    queues.limit('a', wait(20), 26)
    expect(queues.limit('b', wait(20), 26)).to.equal(26)
  })

  it('leaves slow work two pieces ahead, and nobody more than the caller waits', async () => {
    const queues = makeStandingQueues(3)
    queues.limit('a', wait(30, 7), 26)
    await clock.pass(11_000)
    expect(queues.limit('a', wait(30, 7), 26)).to.equal(14)
    expect(queues.limit('a', wait(30, 7), 10)).to.equal(10)
  })

  it('takes an owner that was away for a new one', async () => {
    const queues = makeStandingQueues(3)
    queues.limit('a', wait(20), 26)
    await clock.pass(61_000)
    queues.dropIdle()
    expect(queues.limit('a', wait(20), 26)).to.equal(26)
  })
})
