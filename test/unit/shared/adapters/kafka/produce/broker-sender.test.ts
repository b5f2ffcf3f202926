import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import type { ProducedPartition } from '#shared/adapters/kafka/connection/broker.ts'
import { BrokerSender, type SenderOptions } from '#shared/adapters/kafka/produce/broker-sender.ts'
import { PartitionAppend } from '#shared/adapters/kafka/produce/partition-append.ts'
import { PartitionQueue } from '#shared/adapters/kafka/produce/partition-queue.ts'
import type { NewBatch } from '#shared/adapters/kafka/protocol/batch-encoder.ts'
import { errorOf } from '#shared/adapters/kafka/protocol/kafka-error.ts'
import { isUnavailable } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

/** Kafka protocol, "Error Codes". */
const MESSAGE_TOO_LARGE = 10
const NOT_ENOUGH_REPLICAS = 19
/** Before the requests of a test, which then begin with a producer id and at offset 0. */
const WARMING = 'warming'

/** A log that accepts each request when the test says so. `refusal`: the error code for values of a partition. */
function fakeLog(refusal: (values: readonly string[], partition: number) => number = () => 0) {
  const requests: string[][] = []
  const waiting: (() => void)[] = []
  const ends = new Map<number, number>()
  let isSlow = false
  function produced({ topic, partition, records }: NewBatch): ProducedPartition {
    const values = records.map(({ value }) => String(value))
    const error = values[0] === WARMING ? null : errorOf(refusal(values, partition))
    const baseOffset = ends.get(partition) ?? 0
    if (error === null && values[0] !== WARMING) ends.set(partition, baseOffset + values.length)
    return { topic, partition, error, baseOffset }
  }
  return {
    requests,
    slowDown() {
      isSlow = true
    },
    answerOne: () => waiting.shift()?.(),
    waiting,
    async send(batches: readonly NewBatch[]) {
      const values = batches.flatMap(({ records }) => records.map(({ value }) => String(value)))
      if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve))
      if (values[0] !== WARMING) requests.push(values)
      return batches.map(produced)
    },
  }
}

interface Options extends SenderOptions {
  readonly timeoutMs: number
  readonly mayLinger: (value: string) => boolean
}

describe('BrokerSender', () => {
  const clock = driveClockInEachTest()

  /** Partitions of one broker, to each of which `append` appends. */
  async function partitionsOn(log: ReturnType<typeof fakeLog>, options: Partial<Options> = {}) {
    const { timeoutMs = 5000, mayLinger = () => false } = options
    const sender = new BrokerSender({
      send: log.send,
      maxBytes: 1000,
      maxRecords: 1000,
      lingerMs: 0,
      ...options,
    })
    const queues = [0, 1].map((partition) => {
      return new PartitionQueue({
        place: { topic: 't', partition },
        isPacked: () => false,
        topicId: () => '',
        producerId: async () => ({ producerId: 7n, epoch: 0 }),
        offer: (queue) => sender.offer(queue),
        refreshLeader: () => Promise.reject(new Error('not asked')),
      })
    })
    const appendTo = (partition: number, ...values: string[]) => {
      const records = values.map((value) => ({ topic: 't', key: null, value, headers: {} }))
      const append = new PartitionAppend(records, values.every(mayLinger), timeoutMs)
      queues[partition]?.append(append)
      return append.done
    }
    await Promise.all([appendTo(0, WARMING), appendTo(1, WARMING)])
    await clock.pass(options.lingerMs ?? 0)
    return appendTo
  }

  async function queueOn(log: ReturnType<typeof fakeLog>, options: Partial<Options> = {}) {
    const appendTo = await partitionsOn(log, options)
    return (...values: string[]) => appendTo(0, ...values)
  }

  it('sends a lone append at once', async () => {
    const log = fakeLog()
    const append = await queueOn(log)
    await append('a', 'b')
    expect(log.requests).to.deep.equal([['a', 'b']])
  })

  it('sends appends that arrive during a request together', async () => {
    const log = fakeLog()
    const append = await queueOn(log)
    log.slowDown()
    const appends = Promise.all([append('a'), append('b'), append('c', 'd')])
    log.answerOne()
    await clock.pass(0)
    expect(log.waiting).to.have.length(1)
    log.answerOne()
    expect(await appends, 'the offsets of each').to.deep.equal([[0], [1], [2, 3]])
    expect(log.requests).to.deep.equal([['a'], ['b', 'c', 'd']])
  })

  it('lets records that may linger wait for more after a request was sent', async () => {
    const log = fakeLog()
    const append = await queueOn(log, { lingerMs: 300, mayLinger: () => true })
    await append('a')
    const second = append('b')
    await clock.pass(299)
    expect(log.requests).to.deep.equal([['a']])
    const third = append('c')
    await clock.pass(1)
    await Promise.all([second, third])
    expect(log.requests).to.deep.equal([['a'], ['b', 'c']])
  })

  it('sends a record that may not linger at once, with all pending ones', async () => {
    const log = fakeLog()
    const hour = 3_600_000
    const append = await queueOn(log, { lingerMs: hour, mayLinger: (value) => value !== 'now' })
    await append('a')
    const waiting = append('b')
    await turn()
    expect(log.requests, 'while it lingers').to.deep.equal([['a']])
    await Promise.all([waiting, append('now')])
    expect(log.requests).to.deep.equal([['a'], ['b', 'now']])
  })

  it('sends nothing when all lingering records have expired', async () => {
    const log = fakeLog()
    const append = await queueOn(log, { lingerMs: 400, timeoutMs: 200, mayLinger: () => true })
    await append('a')
    const expired = rejectionOf(append('b'))
    await clock.pass(200)
    expect(isUnavailable(await expired)).to.equal(true)
    await clock.pass(200)
    await append('c')
    expect(log.requests).to.deep.equal([['a'], ['c']])
  })

  it('keeps the limits of a request in bytes and records, and splits larger appends', async () => {
    const byBytes = fakeLog()
    const append = await queueOn(byBytes, { maxBytes: 10 })
    await Promise.all([
      append('first'),
      append('12345'),
      append('12345'),
      append('1'),
      append('x'.repeat(12)),
    ])
    expect(byBytes.requests).to.deep.equal([['first'], ['12345', '12345'], ['1'], ['x'.repeat(12)]])
    const byRecords = fakeLog()
    const appendFew = await queueOn(byRecords, { maxRecords: 2 })
    const offsets = await appendFew('a', 'b', 'c', 'd', 'e')
    expect(offsets).to.deep.equal([0, 1, 2, 3, 4])
    expect(byRecords.requests).to.deep.equal([['a', 'b'], ['c', 'd'], ['e']])
  })

  it('rejects only the append whose record is too large for the log', async () => {
    const log = fakeLog((values) => (values.join('').length > 4 ? MESSAGE_TOO_LARGE : 0))
    const append = await queueOn(log)
    const outcomes = await Promise.allSettled([
      append('0'),
      append('1'),
      append('12345'),
      append('2', '34', '56'),
    ])
    expect(outcomes.map(({ status }) => status)).to.deep.equal([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect((outcomes[2] as PromiseRejectedResult).reason).to.be.instanceOf(RangeError)
    expect(log.requests.filter((values) => values.join('').length <= 4)).to.deep.equal([
      ['0'],
      ['1'],
      ['2', '34'],
      ['56'],
    ])
    expect(outcomes[3], 'halved requests').to.have.property('value').that.deep.equals([2, 3, 4])
  })

  it('rejects an append that waited too long with SERVICE_UNAVAILABLE, and never sends it', async () => {
    const log = fakeLog()
    const append = await queueOn(log, { timeoutMs: 1000 })
    log.slowDown()
    const began = clock.now()
    const failures = [append('under way'), append('waiting')].map((one) => rejectionOf(one))
    const errors = await clock.run(Promise.all(failures))
    expect(clock.now() - began).to.equal(1000)
    for (const error of errors) expect(isUnavailable(error)).to.equal(true)
    const next = append('next')
    log.answerOne()
    await clock.pass(0)
    expect(log.waiting).to.have.length(1)
    log.answerOne()
    await next
    expect(log.requests).to.deep.equal([['under way'], ['next']])
  })

  it('rejects all appends of a failed request with SERVICE_UNAVAILABLE, and sends the next request', async () => {
    let isBroken = false
    const log = fakeLog()
    const append = await queueOn(log, {
      async send(batches) {
        if (isBroken) throw new Error('broken')
        return log.send(batches)
      },
    })
    isBroken = true
    const errors = await Promise.all(['a', 'b', 'c'].map((value) => rejectionOf(append(value))))
    for (const error of errors) expect(isUnavailable(error)).to.equal(true)
    isBroken = false
    await append('d')
    expect(log.requests).to.deep.equal([['d']])
  })

  it('shares a request among partitions, and rejects only the appends of one that refuses its records', async () => {
    let isRefusing = false
    const later = fakeLog((_values, partition) => (isRefusing && partition === 1 ? NOT_ENOUGH_REPLICAS : 0))
    const append = await partitionsOn(later)
    isRefusing = true
    later.slowDown()
    const first = append(0, 'first')
    const outcomes = Promise.allSettled([append(0, 'a'), append(1, 'b'), append(0, 'c')])
    later.answerOne()
    await first
    await clock.pass(0)
    later.answerOne()
    const [a, b, c] = await outcomes
    expect([a, c].map((one) => one?.status === 'fulfilled' && one.value)).to.deep.equal([[1], [2]])
    expect(b?.status === 'rejected' && isUnavailable(b.reason)).to.equal(true)
    expect(later.requests).to.deep.equal([['first'], ['a', 'c', 'b']])
  })

  it('sends appends that were too large together one by one', async () => {
    const log = fakeLog((values) =>
      values.length > 1 && values.some((value) => value.startsWith('x')) ? MESSAGE_TOO_LARGE : 0,
    )
    const append = await queueOn(log)
    const offsets = await Promise.all(['first', 'a', 'x1', 'x2'].map((value) => append(value)))
    expect(offsets).to.deep.equal([[0], [1], [2], [3]])
    expect(log.requests).to.deep.equal([['first'], ['a', 'x1', 'x2'], ['a'], ['x1'], ['x2']])
  })
})
