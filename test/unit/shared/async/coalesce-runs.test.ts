import { expect } from 'chai'
import { coalesceRuns } from '#shared/async/coalesce-runs.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('coalesceRuns', () => {
  it('starts a shared run after all its calls', async () => {
    let runs = 0
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ask = coalesceRuns(async () => gates[runs++]?.promise)
    const first = ask()
    await new Promise(setImmediate)
    let isSecondOver = false
    const others = Promise.all([ask(), ask()]).then(() => {
      isSecondOver = true
    })
    expect(runs).to.equal(1)
    gates[0]?.resolve()
    await first
    await new Promise(setImmediate)
    expect([runs, isSecondOver]).to.deep.equal([2, false])
    gates[1]?.resolve()
    await others
    expect(runs).to.equal(2)
  })

  it('continues after a failed run', async () => {
    let runs = 0
    const ask = coalesceRuns(async () => {
      runs += 1
      if (runs === 1) throw new Error('once')
    })
    expect(await rejectionOf(ask())).to.be.an('error')
    await ask()
    expect(runs).to.equal(2)
  })
})
