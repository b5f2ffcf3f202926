import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import type { Consumer, ConsumerOptions } from '#shared/consumer/consumer.ts'
import { errorLog } from '#test/support/silent-log.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { COMMIT_MS, lanes, poolOf, records, startConsumer } from './consumer-fixture.ts'
import { type ManualLog, type Member, position, record } from './manual-log.ts'
import type { ManualWork } from './manual-work.ts'

describe('consumer', () => {
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

  it('makes each lane a group of its own', async () => {
    await start({ lanes })
    const [interactive, batch] = [fake.member('interactive'), fake.member('batch')]
    expect(interactive.group).not.to.equal(batch.group)
    expect([interactive.topics, batch.topics]).to.deep.equal([['t.interactive'], ['t.batch']])
  })

  it('knows how many partitions of each lane it was assigned, until it stops', async () => {
    const member = await start({ lanes })
    const owned = () => (['interactive', 'batch'] as const).map((lane) => consumer?.partitions(lane))
    expect(owned()).to.deep.equal([0, 0])
    member.assign(position(0, 0), position(0, 1))
    fake.member('batch').assign(position(0, 2))
    expect(owned()).to.deep.equal([2, 1])
    member.revoke()
    member.assign()
    expect(owned()).to.deep.equal([0, 1])
    member.assign(position(0, 3))
    const drained = consumer?.drain(0)
    expect(owned()).to.deep.equal([0, 0])
    await drained
  })

  it('processes records concurrently: a slow record delays no other', async () => {
    const member = await start()
    member.assign(position(0))
    member.deliver(...records(0, 5))
    expect(work.running()).to.deep.equal([0, 1, 2, 3, 4])
    for (const offset of [4, 2, 1, 3]) await work.end(offset)
    member.deliver(...records(5, 2))
    expect(work.running()).to.deep.equal([0, 5, 6])
  })

  it('commits the offset below which all records are finished', async () => {
    const member = await start()
    member.assign(position(0))
    member.deliver(...records(0, 4))
    for (const offset of [3, 1]) await work.end(offset)
    await clock.pass(COMMIT_MS)
    expect(member.committed()).to.equal(0)
    await work.end(0)
    await clock.pass(COMMIT_MS)
    expect(member.committed()).to.equal(2)
    await work.end(2)
    await clock.pass(COMMIT_MS)
    expect(member.committed()).to.equal(4)
  })

  it('pauses at its high-water mark and resumes at half of it, with a bounded number of pending records', async () => {
    const member = await start({
      highWater: 10,
      pool: poolOf(2),
    })
    member.assign(position(0))
    let next = 0
    const most = { held: 0 }
    const deliverWhileOpen = () => {
      while (!member.isPaused) member.deliver(record(next++))
      most.held = Math.max(most.held, consumer?.pending('interactive') ?? 0)
    }
    deliverWhileOpen()
    expect(consumer?.pending('interactive')).to.equal(10)
    for (let count = 0; count < 4; count++) await work.end(work.running()[0] ?? -1)
    expect(member.isPaused).to.equal(true)
    await work.end(work.running()[0] ?? -1)
    expect(consumer?.pending('interactive')).to.equal(5)
    expect(member.isPaused).to.equal(false)
    for (let count = 0; count < 200; count++) {
      deliverWhileOpen()
      await work.end(work.running()[0] ?? -1)
    }
    expect(most.held).to.equal(10)
  })

  it('counts delayed records as pending', async () => {
    const member = await start({ highWater: 3 })
    member.assign(position(0))
    member.deliver(...records(0, 3))
    for (const offset of [0, 1, 2]) await work.end(offset, { retryAfterMs: 3_600_000 })
    expect(consumer?.pending('interactive')).to.equal(3)
    expect(member.isPaused).to.equal(true)
  })

  it('reads on behind a record that does not end, at no cost for the records beyond', async () => {
    const member = await start({ highWater: 10 })
    member.assign(position(0))
    member.deliver(record(0))
    for (let next = 1; next < 2000; next++) {
      member.deliver(record(next))
      await work.end(next)
      expect(member.isPaused).to.equal(false)
    }
    await work.end(0)
    await clock.pass(COMMIT_MS)
    expect(member.committed()).to.equal(2000)
  })

  it('stops reading where gaps in the log make every record a tracked entry', async () => {
    const member = await start({ highWater: 10 })
    member.assign(position(0))
    member.deliver(record(0))
    let next = 2
    for (; next < 20_000 && !member.isPaused; next += 2) {
      member.deliver(record(next))
      await work.end(next)
    }
    expect(next).to.be.below(2000)
    await work.end(0)
    expect(member.isPaused).to.equal(false)
    await clock.pass(COMMIT_MS)
    expect(member.committed()).to.equal(next - 1)
  })

  it('delays a retry without a slot', async () => {
    const member = await start({ pool: poolOf(1) })
    member.assign(position(0))
    member.deliver(...records(0, 2))
    await work.end(0, { retryAfterMs: 50 })
    expect(work.running()).to.deep.equal([1])
    await work.end(1)
    await clock.pass(49)
    expect(work.running()).to.deep.equal([])
    await clock.pass(1)
    expect(work.running()).to.deep.equal([0])
    expect(work.begun.at(-1)).to.deep.include({ attempt: 1 })
    await clock.pass(COMMIT_MS)
    expect(member.committed()).to.equal(0)
    await work.end(0)
    await clock.pass(COMMIT_MS)
    expect(member.committed()).to.equal(2)
  })

  it('counts no attempt for a run that says so', async () => {
    const member = await start()
    member.assign(position(0))
    member.deliver(record(0))
    await work.end(0, { retryAfterMs: 1, isAttempt: false })
    await clock.pass(1)
    await work.end(0, { retryAfterMs: 1 })
    await clock.pass(1)
    expect(work.begun.map(({ attempt }) => attempt)).to.deep.equal([0, 0, 1])
  })

  it('commits nothing after an assignment that changed nothing', async () => {
    const member = await start()
    member.assign(position(0))
    await clock.pass(10_000)
    expect(member.commitCalls).to.equal(0)
  })

  it('postpones a record at the head of its key without counting an attempt', async () => {
    const member = await start({ concurrencyKeyOf: (one) => one.key?.toString() ?? null, pool: poolOf(1) })
    member.assign(position(0))
    member.deliver(record(0, { key: 'a' }), record(1, { key: 'a' }), record(2, { key: 'b' }))
    await work.end(0, { postponeMs: 40 })
    expect(work.running()).to.deep.equal([2])
    await work.end(2)
    await clock.pass(39)
    expect(work.running()).to.deep.equal([])
    // Its timer ends a millisecond late, never early.
    await clock.pass(2)
    expect(work.begun.map(({ record: { offset }, attempt }) => [offset, attempt])).to.deep.equal([
      [0, 0],
      [2, 0],
      [0, 0],
    ])
    expect(consumer?.pending('interactive')).to.equal(2)
    await work.end(0)
    await work.end(1)
    await clock.pass(COMMIT_MS)
    expect(member.committed()).to.equal(3)
  })

  it('delays a postponed record without a key', async () => {
    const member = await start({ pool: poolOf(1) })
    member.assign(position(0))
    member.deliver(...records(0, 2))
    await work.end(0, { postponeMs: 20 })
    expect(work.running()).to.deep.equal([1])
    await work.end(1)
    await clock.pass(19)
    expect(work.running()).to.deep.equal([])
    await clock.pass(1)
    expect(work.running()).to.deep.equal([0])
    expect(work.begun.at(-1)).to.deep.include({ attempt: 0 })
  })

  it('drops a postponed record when it is drained, also when it is postponed only then', async () => {
    const member = await start({ concurrencyKeyOf: () => 'k', pool: { ...poolOf(2), limits: { perKey: 2 } } })
    member.assign(position(0))
    member.deliver(...records(0, 2))
    await work.end(0, { postponeMs: 20 })
    const drained = consumer?.drain(60_000)
    await work.end(1, { postponeMs: 20 })
    await drained
    expect(member.committed()).to.equal(0)
    await clock.pass(60_000)
    expect(work.begun).to.have.length(2)
  })

  it('passes on when the first attempt started', async () => {
    const begins: number[] = []
    const member = await start({
      async process(_record, _lane, attempt, began) {
        begins.push(began)
        return attempt < 2 ? { retryAfterMs: 20 } : 'done'
      },
    })
    member.assign(position(0))
    const before = clock.now()
    member.deliver(record(0))
    await clock.pass(40)
    expect(begins).to.deep.equal([before, before, before])
  })

  it('retries a record whose processing rejects, and logs the error', async () => {
    const { log, errors } = errorLog()
    const member = await start({ logger: log })
    member.assign(position(0))
    member.deliver(record(0))
    await work.fail(0, new Error('a defect'))
    await clock.pass(999)
    expect(work.running()).to.deep.equal([])
    await clock.pass(1)
    expect(work.begun.map(({ attempt }) => attempt)).to.deep.equal([0, 1])
    expect(errors.join()).to.include('a defect')
    await work.end(0)
    await clock.pass(COMMIT_MS)
    expect(member.committed()).to.equal(1)
  })

  it('does not journal a delayed record as in flight', async () => {
    const values = new Map<string, string>([
      ['in-hand-by:g.interactive:t:0', 'crashed'],
      ['in-hand:g.interactive:crashed', '{"partitions":[["t:0",100]],"entries":[]}'],
    ])
    const store = {
      getMany: async (keys: readonly string[]) => keys.map((key) => values.get(key) ?? null),
      set: async (key: string, value: string) => void values.set(key, value),
    }
    const member = await start({ poisonPills: { store, maxCrashes: 3, settleMs: 0 } })
    const inFlight = () => {
      const journals = [...values].filter(([key]) => /^in-hand:.*-.*-/.test(key))
      return journals.flatMap(([, text]) => JSON.parse(text).entries.map((row: unknown[]) => row[2]))
    }
    member.assign(position(0))
    member.deliver(record(0))
    await clock.pass(0)
    expect([work.running(), inFlight()]).to.deep.equal([[0], [0]])
    await work.end(0, { retryAfterMs: 3_600_000 })
    member.deliver(record(1))
    await clock.pass(0)
    expect([work.running(), inFlight()]).to.deep.equal([[1], [1]])
  })

  it('respects the concurrency limit of a key', async () => {
    const member = await start({ concurrencyKeyOf: (one) => one.key?.toString() ?? null })
    member.assign(position(0))
    member.deliver(record(0, { key: 'a' }), record(1, { key: 'a' }), record(2, { key: 'b' }), record(3))
    expect(work.running()).to.have.members([0, 2, 3])
    await work.end(0)
    expect(work.running()).to.have.members([1, 2, 3])
  })

  it('gives interactive work its reserved slots under a load of batch work', async () => {
    await start({ lanes, pool: poolOf(4, 1) })
    const [interactive, batch] = [fake.member('interactive'), fake.member('batch')]
    batch.assign(position(0, 0, '', 't.batch'))
    interactive.assign(position(0, 0, '', 't.interactive'))
    batch.deliver(...records(1000, 500, { topic: 't.batch' }))
    expect(work.running()).to.have.length(3)
    interactive.deliver(record(1, { topic: 't.interactive' }))
    expect(work.running()).to.include(1)
    expect(work.begun.at(-1)?.lane).to.equal('interactive')
    expect([consumer?.pending('interactive'), consumer?.pending('batch')]).to.deep.equal([1, 500])
  })

  describe('draining', () => {
    it('reads no more, finishes running work, commits and leaves', async () => {
      const member = await start({ pool: poolOf(2) })
      member.assign(position(0))
      member.deliver(...records(0, 4))
      const drained = consumer?.drain(60_000)
      member.deliver(...records(4, 4))
      expect(member.isPaused).to.equal(true)
      await work.end(0)
      expect(member.isClosed).to.equal(false)
      await work.end(1)
      await drained
      expect(member.isClosed).to.equal(true)
      expect(member.committed()).to.equal(2)
      expect(work.begun).to.have.length(2)
    })

    it('does not resume a lane that was paused', async () => {
      const member = await start({ highWater: 2 })
      member.assign(position(0))
      member.deliver(...records(0, 2))
      const drained = consumer?.drain(60_000)
      for (const offset of [0, 1]) await work.end(offset)
      await drained
      await turn()
      expect(member.isPaused).to.equal(true)
    })

    it('leaves after the grace period although work runs, and commits nothing afterwards', async () => {
      const member = await start()
      member.assign(position(0))
      member.deliver(...records(0, 2))
      await work.end(0)
      const drained = consumer?.drain(20)
      await clock.pass(19)
      expect(member.isClosed).to.equal(false)
      await clock.pass(1)
      await drained
      expect(member.isClosed).to.equal(true)
      const { commitCalls } = member
      expect(member.committed()).to.equal(1)
      await work.end(1)
      await clock.pass(60_000)
      expect(member.commitCalls).to.equal(commitCalls)
    })

    it('drops delayed records', async () => {
      const member = await start()
      member.assign(position(0))
      member.deliver(...records(0, 2))
      await work.end(0, { retryAfterMs: 20 })
      await work.end(1)
      await consumer?.drain(60_000)
      expect(member.committed()).to.equal(0)
      await clock.pass(60_000)
      expect(work.begun).to.have.length(2)
    })
  })
})
