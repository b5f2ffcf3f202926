import { expect } from 'chai'
import { untilTick } from '#stages/batch/shards/runner/pace/until-tick.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('untilTick', () => {
  const forEver = new AbortController().signal

  it('lets those who wait from different times on go on together, at a later multiple', async () => {
    const began = Date.now()
    const first = untilTick(200, forEver).then(() => Date.now())
    await new Promise((resolve) => setTimeout(resolve, 1))
    const second = untilTick(200, forEver).then(() => Date.now())
    for (const ended of [await first, await second])
      expect(Math.floor((ended + 1) / 200)).to.be.greaterThan(Math.floor(began / 200))
  })

  it('rejects once the signal is aborted', async () => {
    const stopping = new AbortController()
    const waiting = rejectionOf(untilTick(60_000, stopping.signal))
    stopping.abort()
    expect(await waiting).to.include({ name: 'AbortError' })
  })
})
