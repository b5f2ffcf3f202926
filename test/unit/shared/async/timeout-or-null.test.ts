import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { withTimeoutOrNull } from '#shared/async/timeout-or-null.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('inTime', () => {
  it('settles like a step in time', async () => {
    expect(await withTimeoutOrNull(delay(5, 'done'), 10_000)).to.equal('done')
    const error = new Error('no')
    expect(await rejectionOf(withTimeoutOrNull(Promise.reject(error), 10_000))).to.equal(error)
  })

  it('resolves with null when the step takes too long, and ignores how it settles', async () => {
    const step = Promise.withResolvers<string>()
    const began = performance.now()
    expect(await withTimeoutOrNull(step.promise, 20)).to.equal(null)
    expect(performance.now() - began).to.be.within(15, 5000)
    step.reject(new Error('late'))
    await delay(10)
  })
})
