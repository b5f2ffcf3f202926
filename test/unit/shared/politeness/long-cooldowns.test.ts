import { expect } from 'chai'
import { makeLongCooldowns } from '#shared/politeness/long-cooldowns.ts'

describe('long cooldowns', () => {
  it('are known by name until they end; shorter ones are not', () => {
    const cooldowns = makeLongCooldowns()
    const began = Date.now()
    cooldowns.note('slow.example', 60_000)
    cooldowns.note('well.example', 1000)
    expect(cooldowns.until('slow.example')).to.be.within(began + 60_000, Date.now() + 60_001)
    for (const name of ['well.example', 'other.example']) expect(cooldowns.until(name)).to.equal(null)
  })
})
