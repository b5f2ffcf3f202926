import { expect } from 'chai'
import { makeSaturatedAddresses } from '#shared/politeness/address-limit.ts'

describe('SaturatedAddresses', () => {
  let at: number
  beforeEach(() => {
    at = 0
  })

  it('are not asked again for a moment by any host; others are', () => {
    const full = makeSaturatedAddresses(2, () => at)
    expect(full.waitMs('x', 'a')).to.equal(0)
    expect(full.markSaturated('x', 'a')).to.equal(50)
    expect([full.waitMs('x', 'b'), full.waitMs('y', 'b')]).to.deep.equal([50, 0])
    at = 50
    expect(full.waitMs('x', 'b')).to.equal(0)
  })

  it('are asked less often the more hosts wait, up to 5 s', () => {
    const full = makeSaturatedAddresses(2, () => at)
    for (let host = 0; host < 8; host++) full.markSaturated('x', `host ${host}`)
    // 8 hosts wait for 2 places.
    expect(full.waitMs('x', 'host 0')).to.equal(200)
    for (let host = 0; host < 1000; host++) full.markSaturated('x', `host ${host}`)
    expect(full.waitMs('x', 'host 0')).to.equal(5000)
  })

  it('forget hosts that got a permit, and those that stopped asking', () => {
    const full = makeSaturatedAddresses(1, () => at)
    for (const host of ['a', 'b', 'c']) full.markSaturated('x', host)
    full.clearHost('x', 'a')
    expect(full.markSaturated('x', 'b')).to.equal(100)
    at = 60_000
    expect(full.markSaturated('x', 'b')).to.equal(50)
  })
})
