import { expect } from 'chai'
import { makeKeptLeases } from '#shared/politeness/kept-leases.ts'
import type { SlotLease } from '#shared/politeness/slot-lease.ts'
import { eventually } from '#test/contract/eventually.ts'

const leaseOf = (group: string, slot: number): SlotLease => ({
  ...{ group, slot, holder: `${group} ${slot}`, acquiredAt: 0, confirmedAt: 0 },
  ...{ isContended: false, lastHost: group },
})

describe('kept leases', () => {
  let givenBack: { readonly lease: SlotLease; readonly restMs: number }[]
  let kept: ReturnType<typeof makeKeptLeases>
  beforeEach(() => {
    givenBack = []
    kept = makeKeptLeases((lease, restMs) => void givenBack.push({ lease, restMs }))
  })
  afterEach(() => kept.close())

  it('are taken once, by requests to the same group, after their cooldown', async () => {
    const lease = leaseOf('a.example', 0)
    kept.add(lease, 200)
    expect(kept.take('b.example')).to.equal(null)
    expect(kept.take('a.example')).to.be.within(1, 200)
    await eventually(() => typeof kept.take('a.example') !== 'number')
    expect(kept.take('a.example')).to.equal(null)
    expect(givenBack).to.deep.equal([])
  })

  it('are taken in the order in which their cooldowns end', () => {
    const [slow, quick] = [leaseOf('a.example', 0), leaseOf('a.example', 1)]
    kept.add(slow, 60_000)
    kept.add(quick, 0)
    expect(kept.take('a.example')).to.equal(quick)
    expect(kept.take('a.example')).to.be.within(1, 60_000)
  })

  it('are given back when no request comes, with what is left of the cooldown', async () => {
    const [early, late] = [leaseOf('a.example', 0), leaseOf('b.example', 0)]
    kept.add(early, 60_000)
    kept.add(late, 0)
    await eventually(() => givenBack.length === 2)
    expect(givenBack.map(({ lease }) => lease)).to.have.members([early, late])
    expect(givenBack.find(({ lease }) => lease === early)?.restMs).to.be.within(1, 60_000)
    expect(givenBack.find(({ lease }) => lease === late)?.restMs).to.equal(0)
    expect(kept.take('a.example')).to.equal(null)
  })

  it('are given back when the process stops', () => {
    for (const slot of [0, 1]) kept.add(leaseOf('a.example', slot), 1000)
    kept.close()
    expect(givenBack).to.have.length(2)
    expect(kept.take('a.example')).to.equal(null)
  })
})
