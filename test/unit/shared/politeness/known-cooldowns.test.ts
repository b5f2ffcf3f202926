import { expect } from 'chai'
import { makeKnownCooldowns } from '#shared/politeness/known-cooldowns.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

describe('known cooldowns', () => {
  const clock = driveClockInEachTest()

  it('are known by name until they end', async () => {
    const cooldowns = makeKnownCooldowns()
    cooldowns.begin('slow.example', 60_000)
    cooldowns.begin('well.example', 20)
    const left = () => ['slow', 'well', 'other'].map((name) => cooldowns.leftMs(`${name}.example`))
    expect(left()).to.deep.equal([60_000, 20, null])
    await clock.pass(19)
    expect(left()).to.deep.equal([59_981, 1, null])
    await clock.pass(1)
    expect(left()).to.deep.equal([59_980, null, null])
  })
})
