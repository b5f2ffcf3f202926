import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import type { ConsumerOptions } from '#shared/consumer/consumer.ts'
import { unavailable } from '#shared/errors.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { errorLog, silentLog } from '#test/support/silent-log.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { COMMIT_MS, type ConsumerFixture, poolOf, records, startConsumer } from './consumer-fixture.ts'
import { position, record } from './manual-log.ts'

/** A lane that holds 3 records of a key; offsets from 900 on are exempt. */
describe('overflow', () => {
  const clock = driveClockInEachTest()
  let fixture: ConsumerFixture
  let laidBy: number[]
  let appends: number
  let isAway: boolean
  beforeEach(() => {
    laidBy = []
    appends = 0
    isAway = false
  })
  afterEach(() => fixture.consumer.drain(0))

  async function defer(some: readonly LogRecord[]): Promise<void> {
    appends += 1
    await turn()
    if (isAway) throw unavailable('log')
    laidBy.push(...some.map(({ offset }) => offset))
  }

  async function start(options: Partial<ConsumerOptions> = {}, lay = defer): Promise<ConsumerFixture> {
    const overflow = { maxPerKey: 3, isExempt: ({ offset }: LogRecord) => offset >= 900, defer: lay }
    fixture = await startConsumer({
      lanes: [{ lane: 'interactive', topics: ['t'], overflow }],
      concurrencyKeyOf: (one) => one.key?.toString() ?? null,
      ...options,
    })
    fixture.member.assign(position(0))
    return fixture
  }
  const held = () => fixture.consumer.pending('interactive')

  it('defers the records beyond the limit of a key together and at once, and finishes them', async () => {
    const { member, work } = await start()
    member.deliver(...records(0, 50, { key: 'flooded' }), ...records(50, 3, { key: 'other' }))
    await clock.pass(0)
    expect(laidBy).to.have.length(47)
    expect(appends).to.equal(1)
    expect(laidBy).to.deep.equal(Array.from({ length: 47 }, (_, index) => 3 + index))
    expect(work.running()).to.deep.equal([0, 50])
    expect(held()).to.equal(6)
    for (const offset of [0, 1, 2, 50, 51, 52]) await work.end(offset)
    await clock.pass(COMMIT_MS)
    expect(member.committed()).to.equal(53)
  })

  it('counts waiting, delayed and retried records only', async () => {
    const { member, work } = await start()
    member.deliver(...records(0, 3, { key: 'k' }))
    await work.end(0, { postponeMs: 3_600_000 })
    member.deliver(record(3, { key: 'k' }))
    await clock.pass(0)
    expect(laidBy).to.have.length(1)
    expect(work.begun).to.have.length(1)
  })

  it('accepts more records of a key when some are finished', async () => {
    const { member, work } = await start()
    member.deliver(...records(0, 3, { key: 'k' }))
    await work.end(0)
    await work.end(1, { retryAfterMs: 3_600_000 })
    member.deliver(...records(3, 2, { key: 'k' }))
    await clock.pass(0)
    expect(laidBy).to.have.length(1)
    expect(laidBy).to.deep.equal([4])
  })

  it('no longer counts the records of a partition that it lost', async () => {
    const { member, work } = await start()
    member.deliver(...records(0, 3, { key: 'k' }))
    await work.end(0)
    member.assign(position(0, 1))
    member.deliver(...records(10, 3, { key: 'k', partition: 1 }))
    await turn()
    // Record 1 still runs; 2 was dropped.
    expect(work.running()).to.deep.equal([1])
    expect([held(), laidBy]).to.deep.equal([3, [12]])
  })

  it('never defers exempt records and records without a key', async () => {
    const { member } = await start()
    member.deliver(...records(0, 10), ...records(900, 10, { key: 'k' }))
    await turn()
    expect([held(), appends]).to.deep.equal([20, 0])
  })

  it('does not finish a record before it is stored elsewhere', async () => {
    const { member, work } = await start()
    isAway = true
    member.deliver(...records(0, 5, { key: 'k' }))
    for (const offset of [0, 1, 2]) await work.end(offset)
    await clock.pass(COMMIT_MS)
    expect(member.committed()).to.equal(3)
    expect(held()).to.equal(2)
    isAway = false
    // The next try, 250 ms after the last one, and its commit.
    await clock.pass(250 + COMMIT_MS)
    expect(member.committed()).to.equal(5)
    expect(laidBy).to.deep.equal([3, 4])
  })

  it('processes records that cannot be deferred, and logs an error', async () => {
    const { log, errors } = errorLog()
    const { member, work } = await start({ logger: log }, () => Promise.reject(new RangeError('too large')))
    member.deliver(...records(0, 4, { key: 'k' }))
    await turn()
    for (const offset of [0, 1, 2, 3]) await work.end(offset)
    await clock.pass(COMMIT_MS)
    expect(member.committed()).to.equal(4)
    expect(errors.join()).to.include('too large')
  })

  it('drops records that are not deferred yet when it is drained', async () => {
    const { member, consumer, work } = await start({ logger: silentLog })
    isAway = true
    member.deliver(...records(0, 5, { key: 'k' }))
    const drained = consumer.drain(60_000)
    await work.end(0)
    await drained
    expect(member.committed()).to.equal(1)
  })

  it('defers all but one record of each key in a full lane with a free slot', async () => {
    const { member, work } = await start({ highWater: 9, pool: poolOf(4) })
    for (const [index, key] of ['a', 'b', 'c'].entries()) member.deliver(...records(3 * index, 3, { key }))
    await clock.pass(0)
    expect(member.isPaused).to.equal(false)
    expect(work.running()).to.deep.equal([0, 3, 6])
    expect(laidBy.toSorted()).to.deep.equal([1, 2, 4, 5, 7, 8])
    expect(held()).to.equal(3)
    for (const offset of [0, 3, 6]) await work.end(offset)
    await clock.pass(COMMIT_MS)
    expect(member.committed()).to.equal(9)
  })

  it('keeps the postponed record of each key', async () => {
    const { member, work } = await start({ highWater: 6, pool: poolOf(4) })
    member.deliver(...records(0, 3, { key: 'a' }))
    await work.end(0, { postponeMs: 50 })
    member.deliver(...records(3, 3, { key: 'b' }))
    await clock.pass(51)
    expect(work.begun).to.have.length(3)
    expect(laidBy.toSorted()).to.deep.equal([1, 2, 4, 5])
    expect(work.running()).to.deep.equal([3, 0])
  })

  it('defers nothing in a full lane without a free slot', async () => {
    const { member } = await start({ highWater: 9, pool: poolOf(2) })
    for (const [index, key] of ['a', 'b', 'c'].entries()) member.deliver(...records(3 * index, 3, { key }))
    await turn()
    expect([member.isPaused, appends]).to.deep.equal([true, 0])
  })
})
