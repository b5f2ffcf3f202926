import { expect } from 'chai'
import { makeKeptLeases } from '#shared/politeness/kept-leases.ts'
import type { SlotLease } from '#shared/politeness/slot-lease.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

const leaseOf = (group: string, slot: number): SlotLease => ({
  ...{ group, slot, holder: `${group} ${slot}`, acquiredAt: 0, confirmedAt: 0 },
  ...{ isContended: false, lastHost: group },
})

describe('kept leases', () => {
  const clock = driveClockInEachTest()
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
    expect(kept.take('a.example')).to.equal(200)
    await clock.pass(199)
    expect(kept.take('a.example')).to.equal(1)
    await clock.pass(1)
    expect([kept.take('a.example'), kept.take('a.example')]).to.deep.equal([lease, null])
    expect(givenBack).to.deep.equal([])
  })

  it('are taken in the order in which their cooldowns end', () => {
    const [slow, quick] = [leaseOf('a.example', 0), leaseOf('a.example', 1)]
    kept.add(slow, 60_000)
    kept.add(quick, 0)
    expect(kept.take('a.example')).to.equal(quick)
    expect(kept.take('a.example')).to.equal(60_000)
  })

  it('are given back when no request comes for a second, with what is left of the cooldown', async () => {
    const [early, late] = [leaseOf('a.example', 0), leaseOf('b.example', 0)]
    kept.add(early, 60_000)
    kept.add(late, 0)
    await clock.pass(999)
    expect(givenBack).to.deep.equal([])
    await clock.pass(1)
    expect(givenBack).to.have.deep.members([
      { lease: early, restMs: 59_000 },
      { lease: late, restMs: 0 },
    ])
    expect(kept.take('a.example')).to.equal(null)
  })

  it('are kept for a second more than the cooldown when a request waits for them', async () => {
    const lease = leaseOf('a.example', 0)
    kept.add(lease, 60_000)
    kept.take('a.example')
    await clock.pass(60_999)
    expect(givenBack).to.deep.equal([])
    await clock.pass(1)
    expect(givenBack).to.deep.equal([{ lease, restMs: 0 }])
  })

  it('are given back when the process stops', () => {
    for (const slot of [0, 1]) kept.add(leaseOf('a.example', slot), 1000)
    kept.close()
    expect(givenBack).to.have.length(2)
    expect(kept.take('a.example')).to.equal(null)
  })
})
