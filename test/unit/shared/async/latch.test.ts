import { expect } from 'chai'
import { makeLatch } from '#shared/async/latch.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('Latch', () => {
  it('resolves waiting and later calls once a value is set', async () => {
    const latch = makeLatch<number>()
    const waiting = latch.wait()
    latch.set(1)
    expect(await waiting).to.equal(1)
    expect(await latch.wait()).to.equal(1)
  })

  it('answers the last of several values', async () => {
    const latch = makeLatch<number>()
    latch.set(1)
    latch.set(2)
    expect(await latch.wait()).to.equal(2)
  })

  it('waits for the next value after a reset', async () => {
    const latch = makeLatch<number>()
    latch.set(1)
    latch.reset()
    const waiting = latch.wait()
    latch.set(2)
    expect(await waiting).to.equal(2)
  })

  it('rejects after a failure until the next value', async () => {
    const latch = makeLatch<number>()
    latch.fail(new Error('gone'))
    expect(await rejectionOf(latch.wait())).to.include({ message: 'gone' })
    latch.set(3)
    expect(await latch.wait()).to.equal(3)
  })
})
