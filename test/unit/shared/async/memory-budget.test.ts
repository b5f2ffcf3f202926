import { expect } from 'chai'
import { MemoryBudget, type MemoryReservation } from '#shared/async/memory-budget.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

const MIB = 1024 * 1024
const options = { maxBytes: 100 * MIB, tenantShare: 0.5, waitMs: 60_000, maxWaiting: 16 }
/** More at once than may wait, of any tenant. */
const WORKERS = 150
/** 256 KiB of each holding are not counted: so many MiB are. */
const counted = (mib: number) => mib * MIB + 256 * 1024

/** What became of holding something: at once, or what its promise came to by now. */
async function outcome(waiting: Promise<void> | null): Promise<string> {
  if (waiting === null) return 'at once'
  const ended = waiting.then(
    () => 'later',
    ({ code }: { code: string }) => code,
  )
  return Promise.race([ended, new Promise<string>((resolve) => setImmediate(resolve, 'waits'))])
}

function noted(waiting: Promise<void> | null): Promise<void> | null {
  waiting?.catch(() => {})
  return waiting
}

const hold = (holding: MemoryReservation, mib: number) => noted(holding.resize(counted(mib)))

describe('memory budget', () => {
  const clock = driveClockInEachTest()

  it('limits one tenant to its share, and leaves the rest to others', async () => {
    const { open } = new MemoryBudget(options)
    const [first, second, other] = [open('a'), open('a'), open('b')]
    expect(hold(first, 40)).to.equal(null)
    const waiting = hold(second, 11)
    expect(await outcome(waiting)).to.equal('waits')
    expect(await outcome(hold(other, 50))).to.equal('at once')
    first.release()
    expect(await outcome(waiting)).to.equal('later')
  })

  it('limits all tenants together', async () => {
    const { open } = new MemoryBudget(options)
    const held = ['a', 'b', 'c'].map((tenant) => hold(open(tenant), 40))
    expect(await Promise.all(held.map(outcome))).to.deep.equal(['at once', 'at once', 'waits'])
  })

  it('does not count the first 256 KiB of a reservation', async () => {
    const { open } = new MemoryBudget(options)
    void hold(open('a'), 50)
    const small = Array.from({ length: 1000 }, () => open('a').resize(256 * 1024))
    expect(new Set(small)).to.deep.equal(new Set([null]))
  })

  it('serves reservations in the order of their start', async () => {
    const { open } = new MemoryBudget(options)
    const full = open('a')
    void hold(full, 50)
    const [elder, younger] = [open('a'), open('a')].map((holding) => hold(holding, 30))
    full.release()
    expect(await Promise.all([outcome(elder ?? null), outcome(younger ?? null)])).to.deep.equal([
      'later',
      'waits',
    ])
  })

  it('resolves a deadlock: the last to start is aborted, one after the other', async () => {
    const { open } = new MemoryBudget(options)
    const holdings = Array.from({ length: 5 }, () => open('a'))
    for (const holding of holdings) void hold(holding, 10)
    const more = holdings.map((holding) => hold(holding, 30))
    const first = await Promise.all(more.map(outcome))
    expect(first).to.deep.equal(['later', 'waits', 'waits', 'SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE'])
    holdings[0]?.release()
    expect(await outcome(more[1] ?? null)).to.equal('later')
  })

  it('lets a single reservation exceed the share', async () => {
    const { open } = new MemoryBudget(options)
    const [first, large] = [open('a'), open('a')]
    void hold(first, 50)
    const waiting = hold(large, 200)
    expect(await outcome(waiting)).to.equal('waits')
    first.release()
    expect(await outcome(waiting)).to.equal('later')
  })

  it('rejects a wait that takes too long or is released, with no bytes reserved', async () => {
    const { open } = new MemoryBudget(options)
    const [first, late, given] = [open('a'), open('a'), open('a')]
    void hold(first, 50)
    const waits = [hold(late, 10), hold(given, 10)]
    given.release()
    expect(await outcome(waits[1] ?? null)).to.equal('SERVICE_UNAVAILABLE')
    await clock.pass(options.waitMs - 1)
    expect(await outcome(waits[0] ?? null)).to.equal('waits')
    await clock.pass(1)
    expect(await outcome(waits[0] ?? null)).to.equal('SERVICE_UNAVAILABLE')
    first.release()
    expect(hold(open('a'), 50)).to.equal(null)
  })

  it('limits the waiting reservations of a tenant', async () => {
    const { open } = new MemoryBudget({ ...options, maxWaiting: 2 })
    void hold(open('a'), 50)
    const waits = Array.from({ length: 4 }, () => hold(open('a'), 10))
    const refused = 'SERVICE_UNAVAILABLE'
    expect(await Promise.all(waits.map(outcome))).to.deep.equal(['waits', 'waits', refused, refused])
  })

  it('neither deadlocks nor exceeds the budget, for any order of calls', async () => {
    let seed = 1
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const { open } = new MemoryBudget(options)
    let held = 0
    let done = 0
    async function work(tenant: string): Promise<void> {
      const holding = open(tenant)
      let mine = 0
      try {
        for (let step = 1 + random(4); step > 0; step--) {
          const wanted = mine + random(20)
          await noted(holding.resize(counted(wanted)))
          held += wanted - mine
          mine = wanted
          expect(held).to.be.at.most(100 + 80)
          await new Promise((resolve) => setImmediate(resolve))
        }
      } catch (error) {
        expect(error).to.include({ code: 'SERVICE_UNAVAILABLE' })
      } finally {
        held -= mine
        holding.release()
        done += 1
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, (_, at) => work(`${at % 7}`)))
    expect([done, held]).to.deep.equal([WORKERS, 0])
    expect(hold(open('a'), 50)).to.equal(null)
  })
})
