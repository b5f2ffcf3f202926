import { expect } from 'chai'
import { makeFullAddresses } from '#shared/politeness/full-addresses.ts'

describe('addresses without a free place', () => {
  let at: number
  beforeEach(() => {
    at = 0
  })

  it('are left alone for a moment by all hosts, others are not', () => {
    const full = makeFullAddresses(2, () => at)
    expect(full.waitMs('x', 'a')).to.equal(0)
    expect(full.refuse('x', 'a')).to.equal(50)
    expect([full.waitMs('x', 'b'), full.waitMs('y', 'b')]).to.deep.equal([50, 0])
    at = 50
    expect(full.waitMs('x', 'b')).to.equal(0)
  })

  it('are asked the more seldom the more hosts wait for each place, within 5 s', () => {
    const full = makeFullAddresses(2, () => at)
    for (let host = 0; host < 8; host++) full.refuse('x', `host ${host}`)
    // 8 hosts wait for 2 places.
    expect(full.waitMs('x', 'host 0')).to.equal(200)
    for (let host = 0; host < 1000; host++) full.refuse('x', `host ${host}`)
    expect(full.waitMs('x', 'host 0')).to.equal(5000)
  })

  it('forget hosts that have a place, and those that do not come again', () => {
    const full = makeFullAddresses(1, () => at)
    for (const host of ['a', 'b', 'c']) full.refuse('x', host)
    full.grant('x', 'a')
    expect(full.refuse('x', 'b')).to.equal(100)
    at = 60_000
    expect(full.refuse('x', 'b')).to.equal(50)
  })
})
