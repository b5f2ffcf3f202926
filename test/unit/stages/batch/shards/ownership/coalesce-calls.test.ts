import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { coalesceCalls } from '#stages/batch/shards/ownership/coalesce-calls.ts'
import { eventually } from '#test/contract/eventually.ts'

describe('coalesceCalls', () => {
  it('calls back once for many calls, later than the first, and again for a call after that', async () => {
    let calls = 0
    const call = coalesceCalls(5, () => {
      calls += 1
    })
    for (let at = 0; at < 10; at++) call()
    expect(calls).to.equal(0)
    await eventually(() => calls === 1)
    await sleep(20)
    expect(calls).to.equal(1)
    call()
    await eventually(() => calls === 2)
  })
})
