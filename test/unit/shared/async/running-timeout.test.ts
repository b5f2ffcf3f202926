import { expect } from 'chai'
import { withRunningTimeout } from '#shared/async/running-timeout.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

describe('withRunningTimeout', () => {
  const clock = driveClockInEachTest()

  it('settles like the step, and leaves no timer', async () => {
    expect(await withRunningTimeout(1000, Promise.resolve(7))).to.equal(7)
    const wrong = new Error('wrong')
    expect(await rejectionOf(withRunningTimeout(1000, Promise.reject(wrong)))).to.equal(wrong)
    expect(clock.timers()).to.equal(0)
  })

  it('rejects after its time', async () => {
    const late = rejectionOf(withRunningTimeout(1000, new Promise(() => {})))
    await clock.pass(1000)
    expect(String(await late)).to.contain('within 1000 ms')
  })

  it('waits for a step that ends right after the process stood still for longer than its time', async () => {
    const step = Promise.withResolvers<string>()
    const waiting = withRunningTimeout(1000, step.promise)
    await clock.suspend(8000)
    step.resolve('here')
    expect(await waiting).to.equal('here')
  })
})
