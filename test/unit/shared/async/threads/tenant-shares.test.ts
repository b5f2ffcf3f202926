import { expect } from 'chai'
import { TenantShares } from '#shared/async/threads/tenant-shares.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

const RESTED = { threads: 3, restMs: 1000 }

describe('shares of tenants in the threads of a pool', () => {
  const clock = driveClockInEachTest()

  /** As a tenant whose calls are known to be quick. */
  function known(shares: TenantShares, tenant: string): void {
    for (let call = 0; call < 8; call++) {
      shares.start(tenant)
      shares.end(tenant, 20)
    }
  }

  it('are all threads but one until a tenant is known to be quick', () => {
    const shares = new TenantShares(RESTED)
    for (let call = 0; call < 2; call++) {
      expect(shares.mayStart('a', false)).to.equal(true)
      shares.start('a')
    }
    expect(shares.mayStart('a', false)).to.equal(false)
    expect(shares.mayStart('b', false)).to.equal(true)
  })

  it('are all threads for a quick tenant while nobody else waits', () => {
    const shares = new TenantShares(RESTED)
    known(shares, 'a')
    for (let call = 0; call < 2; call++) shares.start('a')
    expect(shares.mayStart('a', false)).to.equal(true)
    expect(shares.mayStart('a', true)).to.equal(false)
  })

  it('are smaller again once its calls take long', () => {
    const shares = new TenantShares(RESTED)
    known(shares, 'a')
    shares.start('a')
    shares.end('a', 5000)
    for (let call = 0; call < 2; call++) shares.start('a')
    expect(shares.mayStart('a', false)).to.equal(false)
  })

  it('are one thread where there is only one', () => {
    const shares = new TenantShares({ threads: 1, restMs: 1000 })
    expect(shares.mayStart('a', true)).to.equal(true)
    shares.start('a')
    expect(shares.mayStart('a', false)).to.equal(false)
  })

  it('are what it leaves to others while it rests and nobody waits', () => {
    const shares = new TenantShares(RESTED)
    shares.start('a')
    shares.end('a', null)
    for (let call = 0; call < 2; call++) {
      expect(shares.mayStart('a', true)).to.equal(false)
      expect(shares.mayStart('a', false)).to.equal(true)
      shares.start('a')
    }
    expect(shares.mayStart('a', false)).to.equal(false)
  })

  it('are nothing while others wait and it rests for a call that exceeded a budget, each time twice as long, a minute at most', async () => {
    const shares = new TenantShares(RESTED)
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      shares.start('a')
      shares.end('a', null)
      expect(shares.restOf('a')).to.equal(seconds * 1000)
      await clock.pass(seconds * 1000 - 1)
      expect(shares.mayStart('a', true)).to.equal(false)
      expect(shares.mayStart('b', true)).to.equal(true)
      await clock.pass(1)
      expect(shares.mayStart('a', true)).to.equal(true)
    }
  })

  it('grow again with calls that hold: eight of them take one rest back', () => {
    const shares = new TenantShares(RESTED)
    for (let call = 0; call < 3; call++) {
      shares.start('a')
      shares.end('a', null)
    }
    known(shares, 'a')
    shares.start('a')
    shares.end('a', null)
    expect(shares.restOf('a')).to.equal(4000)
  })

  it('count work without a tenant as that of one', () => {
    const shares = new TenantShares(RESTED)
    shares.start(null)
    shares.end(null, null)
    expect(shares.mayStart(null, true)).to.equal(false)
    expect(shares.mayStart('a', true)).to.equal(true)
  })
})
