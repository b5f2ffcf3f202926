import { expect } from 'chai'
import { untilTick } from '#stages/batch/shards/runner/pace/until-tick.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

describe('untilTick', () => {
  const clock = driveClockInEachTest()
  const forEver = new AbortController().signal

  it('lets those who wait from different times on go on together, at a later multiple', async () => {
    const began = Date.now()
    const first = untilTick(200, forEver).then(() => Date.now())
    await clock.pass(1)
    const second = untilTick(200, forEver).then(() => Date.now())
    const ended = await clock.run(Promise.all([first, second]))
    for (const one of ended) expect([one % 200, one > began && one <= began + 201]).to.deep.equal([0, true])
  })

  it('rejects once the signal is aborted', async () => {
    const stopping = new AbortController()
    const waiting = rejectionOf(untilTick(60_000, stopping.signal))
    stopping.abort()
    expect(await waiting).to.include({ name: 'AbortError' })
  })
})
