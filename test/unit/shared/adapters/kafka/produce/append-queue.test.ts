import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import {
  type AppendQueueOptions,
  appendQueue,
  PartialAppendError,
  type RecordOffsets,
} from '#shared/adapters/kafka/produce/append-queue.ts'
import type { PartitionedRecord } from '#shared/adapters/kafka/protocol/produce-request.ts'
import { isUnavailable } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

const tooLarge = new Error('too large')

/** Successive offsets of the records. */
function offsetsFrom(first: number, records: readonly PartitionedRecord[]): RecordOffsets {
  return new Map(records.map((record, index) => [record, first + index]))
}

/** A log that accepts each request when the test says so. Values of more than `limit` bytes in total are too large. */
function fakeLog(limit = Number.POSITIVE_INFINITY) {
  const requests: string[][] = []
  const waiting: (() => void)[] = []
  let isSlow = false
  return {
    requests,
    slowDown() {
      isSlow = true
    },
    answerOne: () => waiting.shift()?.(),
    waiting,
    async send(records: readonly PartitionedRecord[]) {
      const values = records.map(({ value }) => String(value))
      if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve))
      if (values.join('').length > limit) throw tooLarge
      const first = requests.flat().length
      requests.push(values)
      return offsetsFrom(first, records)
    },
  }
}

function queueOn(log: ReturnType<typeof fakeLog>, options: Partial<AppendQueueOptions> = {}) {
  const queue = appendQueue({
    send: log.send,
    isTooLarge: (error) => error === tooLarge,
    timeoutMs: 5000,
    maxBytes: 1000,
    maxRecords: 1000,
    lingerMs: 0,
    mayLinger: () => false,
    ...options,
  })
  return (...values: string[]) =>
    queue.append(values.map((value) => ({ topic: '', partition: 0, key: null, value, headers: {} })))
}

describe('appendQueue', () => {
  const clock = driveClockInEachTest()

  it('sends a lone append at once', async () => {
    const log = fakeLog()
    await queueOn(log)('a', 'b')
    expect(log.requests).to.deep.equal([['a', 'b']])
  })

  it('sends appends that arrive during a request together', async () => {
    const log = fakeLog()
    const append = queueOn(log)
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
    const append = queueOn(log, { lingerMs: 300, mayLinger: () => true })
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
    const append = queueOn(log, { lingerMs: hour, mayLinger: ({ value }) => value !== 'now' })
    await append('a')
    const waiting = append('b')
    await turn()
    expect(log.requests, 'while it lingers').to.deep.equal([['a']])
    await Promise.all([waiting, append('now')])
    expect(log.requests).to.deep.equal([['a'], ['b', 'now']])
  })

  it('sends nothing when all lingering records have expired', async () => {
    const log = fakeLog()
    const append = queueOn(log, { lingerMs: 400, timeoutMs: 200, mayLinger: () => true })
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
    const append = queueOn(byBytes, { maxBytes: 10 })
    await Promise.all([
      append('first'),
      append('12345'),
      append('12345'),
      append('1'),
      append('x'.repeat(12)),
    ])
    expect(byBytes.requests).to.deep.equal([['first'], ['12345', '12345'], ['1'], ['x'.repeat(12)]])
    const byRecords = fakeLog()
    const offsets = await queueOn(byRecords, { maxRecords: 2 })('a', 'b', 'c', 'd', 'e')
    expect(offsets).to.deep.equal([0, 1, 2, 3, 4])
    expect(byRecords.requests).to.deep.equal([['a', 'b'], ['c', 'd'], ['e']])
  })

  it('rejects only the append whose record is too large for the log', async () => {
    const log = fakeLog(4)
    const append = queueOn(log)
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
    expect(log.requests.flat()).to.deep.equal(['0', '1', '2', '34', '56'])
    expect(outcomes[3], 'halved requests').to.have.property('value').that.deep.equals([2, 3, 4])
  })

  it('rejects an append that waited too long with SERVICE_UNAVAILABLE, and never sends it', async () => {
    const log = fakeLog()
    const append = queueOn(log, { timeoutMs: 1000 })
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
    let isBroken = true
    const log = fakeLog()
    const append = queueOn(log, {
      async send(records) {
        if (isBroken) throw new Error('broken')
        return log.send(records)
      },
    })
    const errors = await Promise.all(['a', 'b', 'c'].map((value) => rejectionOf(append(value))))
    for (const error of errors) expect(isUnavailable(error)).to.equal(true)
    isBroken = false
    await append('d')
    expect(log.requests).to.deep.equal([['d']])
  })

  /** A log that rejects some values and accepts the others of the same request. */
  function pickyLog(refuse: (value: string, together: number) => Error | null) {
    const taken: string[] = []
    return {
      taken,
      async send(records: readonly PartitionedRecord[]) {
        const causes = new Map(records.map((one) => [one, refuse(String(one.value), records.length)]))
        const accepted = records.filter((one) => causes.get(one) === null)
        const offsets = offsetsFrom(taken.length, accepted)
        taken.push(...accepted.map(({ value }) => String(value)))
        if (accepted.length === records.length) return offsets
        throw new PartialAppendError((one) => causes.get(one) ?? null, offsets)
      },
    }
  }

  it('rejects only the appends whose records were rejected, and sends no other again', async () => {
    const log = pickyLog((value) => (value === 'b' ? new Error('refused') : null))
    const append = queueOn(fakeLog(), { send: log.send })
    const outcomes = await Promise.allSettled(['first', 'a', 'b', 'c'].map((value) => append(value)))
    expect(outcomes.map(({ status }) => status)).to.deep.equal([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(isUnavailable((outcomes[2] as PromiseRejectedResult).reason)).to.equal(true)
    expect(outcomes[3]).to.have.property('value').that.deep.equals([2])
    expect(log.taken).to.deep.equal(['first', 'a', 'c'])
  })

  it('sends appends that were too large together one by one, and does not repeat accepted ones', async () => {
    const log = pickyLog((value, together) => (value.startsWith('x') && together > 1 ? tooLarge : null))
    const append = queueOn(fakeLog(), { send: log.send })
    const offsets = await Promise.all(['first', 'a', 'x1', 'x2'].map((value) => append(value)))
    expect(offsets).to.deep.equal([[0], [1], [2], [3]])
    expect(log.taken).to.deep.equal(['first', 'a', 'x1', 'x2'])
  })
})
