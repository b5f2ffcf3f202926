import { expect } from 'chai'
import { makeKnownCooldowns } from '#shared/politeness/known-cooldowns.ts'
import { eventually } from '#test/contract/eventually.ts'

describe('known cooldowns', () => {
  it('are known by name until they end', async () => {
    const cooldowns = makeKnownCooldowns()
    cooldowns.begin('slow.example', 60_000)
    cooldowns.begin('well.example', 20)
    expect(cooldowns.leftMs('slow.example')).to.be.within(1, 60_000)
    expect(cooldowns.leftMs('other.example')).to.equal(null)
    await eventually(() => cooldowns.leftMs('well.example') === null)
  })
})
