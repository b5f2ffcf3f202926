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

  it('allows a burst the maximum wait for ten seconds', async () => {
    const queues = makeStandingQueues(3)
    expect(queues.limit('a', wait(20), 26)).to.equal(26)
    await clock.pass(9000)
    expect(queues.limit('a', wait(20), 26)).to.equal(26)
    await clock.pass(2000)
    expect(queues.limit('a', wait(20), 26)).to.equal(3)
  })

  it('takes no queue for a standing one whose wait is as short as it may be', async () => {
    const queues = makeStandingQueues(3)
    for (let second = 0; second < 20; second += 5) {
      expect(queues.limit('a', wait(3), 26)).to.equal(26)
      await clock.pass(5000)
    }
    await clock.pass(4000)
    expect(queues.limit('a', wait(20), 26)).to.equal(26)
  })

  it('keeps a queue short until no inspection has exceeded its limit for ten seconds', async () => {
    const queues = makeStandingQueues(3)
    queues.limit('a', wait(20), 26)
    await clock.pass(11_000)
    queues.limit('a', wait(20), 26)
    await clock.pass(5000)
    expect(queues.limit('a', wait(1), 26)).to.equal(3)
    await clock.pass(6000)
    expect(queues.limit('a', wait(20), 26)).to.equal(26)
  })

  it('concerns one owner', async () => {
    const queues = makeStandingQueues(3)
    queues.limit('a', wait(20), 26)
    await clock.pass(11_000)
    queues.limit('a', wait(20), 26)
    expect(queues.limit('b', wait(20), 26)).to.equal(26)
  })

  it('allows slow work two pieces ahead, and never more than the maximum wait', async () => {
    const queues = makeStandingQueues(3)
    queues.limit('a', wait(30, 7), 26)
    await clock.pass(11_000)
    expect(queues.limit('a', wait(30, 7), 26)).to.equal(14)
    expect(queues.limit('a', wait(30, 7), 10)).to.equal(10)
  })

  it('forgets an owner without requests', async () => {
    const queues = makeStandingQueues(3)
    queues.limit('a', wait(20), 26)
    await clock.pass(61_000)
    queues.dropIdle()
    expect(queues.limit('a', wait(20), 26)).to.equal(26)
  })
})
