import { expect } from 'chai'
import type { KafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import type { Consumer } from '#shared/consumer/consumer.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { ChangedPartitions, Position, Subscription } from '#shared/ports/event-log.ts'
import { textRecord } from '#test/contract/event-log-fixture.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { type LogCollector, logCollector, positionsAfter } from '#test/contract/log-collector.ts'
import { ownKafka } from '#test/support/service/services.ts'
import { cutLog, dataFolderOf } from './cut-log.ts'
import { delayPositions } from './kafkajs-requests.ts'
import { openLog } from './open-log.ts'
import { startWorking, valuesOf } from './working-member.ts'

const HOUR = 3_600_000
/** A broker that returns on a busy machine. */
const LIMIT_MS = 90_000

/**
 * One broker ends by SIGKILL and returns. Of some topics the last records are lost: they were not on its disk. What it
 * takes to return, and a broker that hangs: test/faults/brokers.
 */
describe('kafkaEventLog whose broker is lost and returns', function () {
  this.timeout(180_000)
  const kafka = ownKafka()
  const consumers: Consumer[] = []
  let log: KafkaEventLog

  before(async () => {
    // One batch in each fetch, so that a member has only the records it holds back.
    log = openLog(kafka, { partitions: 1, fetchMaxBytes: 1, fetchMaxPartitionBytes: 1 })
    const topics = ['whole', 'watched', 'fresh', 'living']
    await log.createTopics(topics.map((topic) => ({ topic, retentionMs: HOUR, maxRecordBytes: 100_000 })))
    await Promise.all([commitWhole(), watch(), workOnFresh(), holdLiving()])
    const folder = dataFolderOf(kafka.service.port)
    await kafka.service.kill()
    for (const topic of ['fresh', 'living']) await cutLog(folder, topic, 6)
  })
  after(async () => {
    await Promise.all(consumers.map((consumer) => consumer.drain(0)))
    await log?.close()
  })

  /** Each record is a batch of its own. */
  async function append(topic: string, from: number, to: number): Promise<void> {
    for (const value of valuesOf(from, to))
      await eventually(() => log.append([textRecord(topic, 'k', value)]).then(() => true), LIMIT_MS)
  }

  const committing = logCollector()
  let committed: Position[]
  let commits: Subscription
  async function commitWhole(): Promise<void> {
    commits = await log.subscribe('commits', ['whole'], committing)
    await append('whole', 0, 20)
    await eventually(() => committing.records.length === 20)
    committed = positionsAfter(committing.records, 'before the loss')
    await commits.commit(committed)
    await append('whole', 20, 21)
  }

  const seen: ChangedPartitions[] = []
  let stopWatching: () => void
  async function watch(): Promise<void> {
    await append('watched', 0, 3)
    stopWatching = log.reader.watch(['watched'], (changed) => void seen.push(changed))
    await eventually(() => seen.length > 0)
  }

  const group = 'fetch.interactive'
  async function workOnFresh(): Promise<void> {
    await append('fresh', 0, 10)
    const { consumer } = await startWorking(log, 'fresh', () => true, consumers)
    await eventually(async () => (await log.lag(group, ['fresh']))[0]?.positions[0]?.offset === 10)
    await consumer.drain(0)
  }

  const living: LogCollector = logCollector()
  let held: Subscription
  async function holdLiving(): Promise<void> {
    await append('living', 0, 10)
    held = await log.subscribe('living', ['living'], living)
    await eventually(() => living.records.length === 10)
    held.pause()
  }

  it('is unavailable without it: appends, pings and reads', async () => {
    const calls = [
      ...Array.from({ length: 100 }, () => log.append([textRecord('whole', 'k', 'refused')])),
      ...[log.ping(), log.reader.bounds('watched'), log.reader.read('watched', 0, 0)],
    ]
    const errors = await Promise.all(calls.map((call) => rejectionOf(call)))
    expect(errors.map(isUnavailable)).to.deep.equal(calls.map(() => true))
  })

  describe('when it is back', () => {
    before(async () => {
      // The end may be reported before the append returns, and only once.
      seen.length = 0
      const replaced = Promise.withResolvers<void>()
      const delayed = delayPositions('living', replaced.promise)
      await kafka.service.start()
      await Promise.all(['fresh', 'living'].map((topic) => append(topic, 100, 112)))
      replaced.resolve()
      await delayed
    })

    it('has lost no acknowledged record, and resumes from the commit', async () => {
      await eventually(() => log.ping().then(() => true), LIMIT_MS)
      await eventually(() => committing.assignments.length > 1, LIMIT_MS)
      expect(committing.assignments.at(-1)).to.deep.include(committed[0])
      await append('whole', 21, 22)
      const all = valuesOf(0, 22)
      await eventually(() => all.every((value) => committing.values().includes(value)), LIMIT_MS)
      await commits.commit(positionsAfter(committing.records))
    })

    it('reports and reads what is appended then', async () => {
      await append('watched', 3, 4)
      await eventually(() => seen.length > 0, LIMIT_MS)
      await eventually(async () => (await log.reader.read('watched', 0, 3)).records.length === 1)
      seen.length = 0
      await append('watched', 4, 5)
      await eventually(() => seen.length > 0)
      stopWatching()
    })

    it('reads the records that replaced the tail, at any length, with a new or an old member', async () => {
      const added = valuesOf(100, 112)
      const fresh = await startWorking(log, 'fresh', () => true, consumers)
      await eventually(() => fresh.seen.length >= added.length, LIMIT_MS)
      expect(fresh.seen).to.deep.equal(added)
      expect(fresh.changes().map(({ cause, from, to }) => [cause, from, to])).to.deep.equal([
        ['truncated', 10, 6],
      ])
      expect(await fresh.counted('replayed')).to.equal(4)
      held.resume()
      await eventually(() => added.every((value) => living.values().includes(value)), LIMIT_MS)
      expect(living.extents.some(([extent]) => extent?.givenTo === 6 && extent.end > 10)).to.equal(true)
    })
  })
})
