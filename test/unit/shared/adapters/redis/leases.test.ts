import { expect } from 'chai'
import { redisLeases } from '#shared/adapters/redis/leases.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

/** What the script does is tested on a real server, by test/contract/redis. */
describe('redisLeases', () => {
  const calls: unknown[][] = []
  const leasesWith = (reply: unknown) =>
    redisLeases(async (_script, ...rest) => {
      calls.push(rest)
      return reply
    })
  beforeEach(() => void calls.splice(0))

  it('reads the reply of the script', async () => {
    expect(await leasesWith(-2).acquireLease('k:1', 'a', 500)).to.equal('mine')
    expect(await leasesWith(-1).acquireLease('k:1', 'a', 500)).to.equal('held')
    expect(await leasesWith(7).acquireLease('k:1', 'a', 500)).to.deep.equal({ restMs: 7 })
    expect(await leasesWith(1).releaseLease('k:1', 'a', 0)).to.equal(true)
    expect(await leasesWith(0).releaseLease('k:1', 'a', 0)).to.equal(false)
    expect(calls.at(0)).to.deep.equal(['k:1', 'a', 500])
  })

  it('sends nothing for a time that is not valid', async () => {
    const leases = leasesWith(-2)
    for (const ms of [0, -1, 1.5, Number.NaN])
      expect(await rejectionOf(leases.acquireLease('k:1', 'a', ms))).to.be.instanceOf(RangeError)
    expect(await rejectionOf(leases.releaseLease('k:1', 'a', -1))).to.be.instanceOf(RangeError)
    expect(calls).to.deep.equal([])
  })
})
