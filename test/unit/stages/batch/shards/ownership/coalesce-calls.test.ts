import { expect } from 'chai'
import { coalesceCalls } from '#stages/batch/shards/ownership/coalesce-calls.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

describe('coalesceCalls', () => {
  const clock = driveClockInEachTest()

  it('calls back once for many calls, later than the first, and again for a call after that', async () => {
    let calls = 0
    const call = coalesceCalls(5, () => {
      calls += 1
    })
    for (let at = 0; at < 10; at++) call()
    expect(calls).to.equal(0)
    await clock.pass(20)
    expect(calls).to.equal(1)
    call()
    await clock.pass(5)
    expect(calls).to.equal(2)
  })
})
