import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('withTimeoutOrNull', () => {
  it('settles like a step that settles in time', async () => {
    expect(await withTimeoutOrNull(delay(5, 'done'), 10_000)).to.equal('done')
    const error = new Error('no')
    expect(await rejectionOf(withTimeoutOrNull(Promise.reject(error), 10_000))).to.equal(error)
  })

  it('resolves with null when the step takes too long, and ignores its later rejection', async () => {
    const step = Promise.withResolvers<string>()
    const began = performance.now()
    expect(await withTimeoutOrNull(step.promise, 20)).to.equal(null)
    expect(performance.now() - began).to.be.within(15, 5000)
    step.reject(new Error('late'))
    await delay(10)
  })
})
