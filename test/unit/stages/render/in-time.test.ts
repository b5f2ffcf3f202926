import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { inTime } from '#stages/render/in-time.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('inTime', () => {
  it('settles like a step that is done in time', async () => {
    expect(await inTime(delay(5, 'done'), 10_000)).to.equal('done')
    const error = new Error('no')
    expect(await rejectionOf(inTime(Promise.reject(error), 10_000))).to.equal(error)
  })

  it('is null when the step takes too long, whatever comes of that later', async () => {
    const step = Promise.withResolvers<string>()
    const began = performance.now()
    expect(await inTime(step.promise, 20)).to.equal(null)
    expect(performance.now() - began).to.be.within(15, 5000)
    step.reject(new Error('late'))
    await delay(10)
  })
})
