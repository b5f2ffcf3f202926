import { expect } from 'chai'
import { makeConnectionPool } from '#shared/adapters/grpc/connection-pool.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

const LONG_MS = 3_600_000

/** A pool with the addresses that were opened, and those that were closed. */
function poolOf(idleMs: number, max: number) {
  const opened: string[] = []
  const closed: string[] = []
  const open = (address: string) => {
    opened.push(address)
    return { address, close: () => void closed.push(address) }
  }
  return { ...makeConnectionPool({ open, idleMs, max }), opened, closed }
}

describe('makeConnectionPool', () => {
  const clock = driveClockInEachTest()

  it('opens one connection to an address', () => {
    const pool = poolOf(LONG_MS, 9)
    const first = pool.to('a')
    expect(pool.to('a')).to.equal(first)
    expect(pool.to('b')).to.include({ address: 'b' })
    expect(pool.opened).to.deep.equal(['a', 'b'])
  })

  it('closes the one that was not used for the longest time when there are too many', () => {
    const pool = poolOf(LONG_MS, 2)
    for (const address of ['a', 'b', 'a', 'c']) pool.to(address)
    expect(pool.closed).to.deep.equal(['b'])
  })

  it('closes one that is not used any more, and opens it again when it is', async () => {
    const pool = poolOf(60_000, 2)
    pool.to('a')
    await clock.pass(59_999)
    pool.to('a')
    await clock.pass(59_999)
    expect(pool.closed).to.deep.equal([])
    await clock.pass(2)
    expect(pool.closed).to.deep.equal(['a'])
    pool.to('a')
    expect(pool.opened).to.deep.equal(['a', 'a'])
  })

  it('closes all when it is closed', () => {
    const pool = poolOf(LONG_MS, 9)
    pool.to('a')
    pool.to('b')
    pool.close()
    expect(pool.closed).to.have.members(['a', 'b'])
  })
})
