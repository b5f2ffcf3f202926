import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import type { Consumer, ConsumerOptions } from '#shared/consumer/consumer.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { COMMIT_MS, type ConsumerFixture, lanes, poolOf, records, startConsumer } from './consumer-fixture.ts'
import { type ManualLog, type Member, position, record } from './manual-log.ts'
import type { ManualWork } from './manual-work.ts'

describe('consumer that rejoins', () => {
  const clock = driveClockInEachTest()
  let fake: ManualLog
  let work: ManualWork
  let consumer: Consumer | null
  beforeEach(() => {
    consumer = null
  })
  afterEach(() => consumer?.drain(0))

  async function start(options: Partial<ConsumerOptions> = {}): Promise<Member> {
    const fixture = await startConsumer(options)
    ;({ fake, work, consumer } = fixture)
    return fixture.member
  }

  it('does not repeat after a crash what the last commit contains', async () => {
    const member = await start()
    member.assign(position(0))
    member.deliver(...records(0, 4))
    for (const offset of [0, 2, 3]) await work.end(offset)
    await clock.pass(COMMIT_MS)
    expect(member.committed()).to.equal(1)
    const last = member.commits.at(-1)
    const successor = await start()
    successor.assign(last ?? position(0))
    successor.deliver(...records(1, 3))
    expect(work.running()).to.deep.equal([1])
  })

  it('commits when all redelivered records were finished already', async () => {
    const member = await start()
    member.assign(position(0))
    member.deliver(...records(0, 2))
    member.isFenced = true
    for (const offset of [0, 1]) await work.end(offset)
    member.assign(position(0))
    member.isFenced = false
    member.deliver(...records(0, 2))
    await clock.pass(COMMIT_MS)
    expect(member.committed()).to.equal(2)
    expect(work.begun).to.have.length(2)
  })

  it('reads on after it lost the partition of an unfinished record', async () => {
    const member = await start({ highWater: 10 })
    member.assign(position(0, 0), position(0, 1))
    member.deliver(record(0))
    for (let next = 2; !member.isPaused; next += 2) {
      member.deliver(record(next))
      await work.end(next)
    }
    member.assign(position(0, 1))
    expect(member.isPaused).to.equal(false)
  })

  it('starts no record twice when records arrive again after a rejoin', async () => {
    const member = await start()
    member.assign(position(0))
    member.deliver(...records(0, 4))
    await work.end(1)
    member.assign(position(0))
    member.deliver(...records(0, 6))
    expect(work.begun.map(({ record: { offset } }) => offset)).to.deep.equal([0, 1, 2, 3, 4, 5])
    for (const offset of work.running()) await work.end(offset)
    await clock.pass(COMMIT_MS)
    expect(member.committed()).to.equal(6)
  })

  it('commits finished records at a rebalance, and starts none until the next assignment', async () => {
    const member = await start({ pool: poolOf(2) })
    member.assign(position(0, 0), position(0, 1))
    member.deliver(...records(0, 3))
    member.deliver(...records(10, 3, { partition: 1 }))
    await work.end(0)
    member.revoke()
    // At once, not when the next commit would be due.
    await turn()
    expect(member.committed()).to.equal(1)
    for (const offset of work.running()) await work.end(offset)
    expect(work.begun.map(({ record: { offset } }) => offset)).to.deep.equal([0, 1, 2])
    // Partition 0 is another member's now; what waited of the other one begins.
    member.assign(position(0, 1))
    expect(work.running()).to.deep.equal([10, 11])
  })

  it('drops waiting records of lost partitions, and accepts them when they return', async () => {
    const member = await start({ pool: poolOf(1) })
    member.assign(position(0, 0), position(0, 1))
    member.deliver(record(100, { partition: 0 }))
    member.deliver(...records(200, 3, { partition: 1 }))
    member.deliver(record(101, { partition: 0 }))
    member.assign(position(100, 0))
    expect(consumer?.pending('interactive')).to.equal(2)
    await work.end(100)
    await work.end(101)
    expect(work.running()).to.deep.equal([])
    member.assign(position(102, 0), position(200, 1))
    member.deliver(...records(200, 3, { partition: 1 }))
    for (const offset of [200, 201, 202]) await work.end(offset)
    await clock.pass(COMMIT_MS)
    expect(member.committed(1)).to.equal(203)
  })

  it('resumes when a lost partition leaves it below half of its high-water mark', async () => {
    await start({
      highWater: 4,
      lanes,
      pool: poolOf(1),
    })
    const [interactive, batch] = [fake.member('interactive'), fake.member('batch')]
    interactive.assign(position(0, 0, '', 't.interactive'))
    interactive.deliver(record(99, { topic: 't.interactive' }))
    batch.assign(position(0, 0, '', 't.batch'), position(0, 1, '', 't.batch'))
    batch.deliver(...records(0, 4, { topic: 't.batch', partition: 1 }))
    expect(batch.isPaused).to.equal(true)
    batch.assign(position(0, 0, '', 't.batch'))
    expect(batch.isPaused).to.equal(false)
  })

  it('never commits a partition that it lost', async () => {
    const member = await start()
    member.assign(position(0, 0), position(0, 1))
    member.deliver(record(0, { partition: 1 }))
    member.assign(position(0, 0))
    await work.end(0)
    member.deliver(record(7, { partition: 0 }))
    await work.end(7)
    await clock.pass(COMMIT_MS)
    expect(member.committed(0)).to.equal(8)
    expect(member.committed(1)).to.equal(null)
  })
})

describe('consumer of a topic that is recreated', () => {
  const clock = driveClockInEachTest()
  let fixture: ConsumerFixture
  let reported: object[]
  beforeEach(async () => {
    reported = []
    const logger = { ...silentLog, warn: (about: object) => void reported.push(about) }
    fixture = await startConsumer({ logger: logger as typeof silentLog, pool: poolOf(2) })
    fixture.member.assignWithin({ log: 'A', end: 10 }, position(0))
    fixture.member.deliver(...records(0, 4))
  })
  afterEach(() => fixture.consumer.drain(0))

  it('reports the change, and reads the new log from its beginning', async () => {
    const { member, work } = fixture
    await work.end(0)
    member.assignWithin({ log: 'B', end: 2 }, position(0))
    expect(reported).to.deep.equal([
      {
        group: 'g.interactive',
        topic: 't',
        partition: 0,
        cause: 'recreated',
        from: 1,
        to: 0,
        lost: 0,
        replayed: 1,
      },
    ])
    member.deliver(...records(0, 2))
    for (const offset of [1, 2, 3]) await work.end(offset)
    expect(work.begun.map(({ record: { offset } }) => offset)).to.deep.equal([0, 1, 2, 3, 0, 1])
  })

  it('commits no offset of the old log, although its records still end', async () => {
    const { member, work } = fixture
    member.assignWithin({ log: 'B', end: 10 }, position(0))
    // The commits of the old log are gone.
    await clock.pass(COMMIT_MS)
    expect(member.committed()).to.equal(0)
    for (const offset of [0, 1]) await work.end(offset)
    for (const offset of [2, 3]) await work.end(offset)
    member.deliver(record(0))
    await work.end(0)
    await clock.pass(COMMIT_MS)
    expect(member.committed()).to.equal(1)
  })
})

describe('consumer of a topic with other consumers', () => {
  const clock = driveClockInEachTest()
  it('finishes their records at once, however busy it is', async () => {
    const { member, work, consumer } = await startConsumer({
      pool: poolOf(1),
      isUnrelated: ({ offset }) => offset % 2 === 1,
    })
    member.assign(position(0))
    member.deliver(...records(0, 6))
    expect(work.running()).to.deep.equal([0])
    expect(consumer.pending('interactive')).to.equal(3)
    for (const offset of [0, 2, 4]) await work.end(offset)
    await clock.pass(COMMIT_MS)
    expect(member.committed()).to.equal(6)
    expect(work.begun.map(({ record: { offset } }) => offset)).to.deep.equal([0, 2, 4])
    await consumer.drain(0)
  })
})
