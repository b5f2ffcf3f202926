import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { ConnectionError } from '#shared/adapters/kafka/connection/request-socket.ts'
import { PartitionAppend } from '#shared/adapters/kafka/produce/partition-append.ts'
import { PartitionQueue } from '#shared/adapters/kafka/produce/partition-queue.ts'
import { NO_PRODUCER, type ProducerId } from '#shared/adapters/kafka/produce/producer-ids.ts'
import type { NewBatch } from '#shared/adapters/kafka/protocol/batch-encoder.ts'
import { errorOf } from '#shared/adapters/kafka/protocol/kafka-error.ts'
import { isUnavailable } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

/** Kafka protocol, "Error Codes". */
const [NOT_LEADER, REQUEST_TIMED_OUT, NOT_ENOUGH_REPLICAS] = [6, 7, 19]
const [OUT_OF_ORDER, DUPLICATE, INVALID_EPOCH, UNKNOWN_PRODUCER] = [45, 46, 47, 59]
const ROOM = { bytes: 1000, records: 1000 }
const REFRESH_MS = 100
const broken = new ConnectionError('The broker closed the connection')
const refusal = (code: number) => errorOf(code) as Error

describe('PartitionQueue', () => {
  const clock = driveClockInEachTest()
  let queue: PartitionQueue
  let offers: number
  let isLed: boolean
  let topicId: string
  /** Given one after the other, from 1 on. */
  let ids: number
  let id: (given: number) => ProducerId

  beforeEach(() => {
    offers = 0
    isLed = true
    topicId = 'made once'
    ids = 0
    id = (given) => ({ producerId: BigInt(given), epoch: 0 })
    queue = new PartitionQueue({
      place: { topic: 't', partition: 3 },
      isPacked: () => true,
      topicId: () => topicId,
      producerId: async () => id(++ids),
      offer() {
        if (!isLed) throw new Error('No leader is known')
        offers++
      },
      refreshLeader: () => new Promise((resolve) => setTimeout(resolve, REFRESH_MS)),
    })
  })

  async function append(value: string, limitMs = 1000) {
    const records = [...value].map((one) => ({ topic: 't', key: null, value: one, headers: {} }))
    const one = new PartitionAppend(records, false, limitMs)
    one.done.catch(() => {})
    queue.append(one)
    await turn()
    return one
  }

  /** The values of the next batch with its producer's id and sequence; null if there is none. */
  function taken(): string | null {
    const batch = queue.take(ROOM, true)
    if (batch === null || batch === 'nothing') return null
    const { records, identity } = batch.message as NewBatch
    return `${records.map(({ value }) => value).join('')} of ${identity.producerId} at ${identity.sequence}`
  }

  async function failed(error: Error): Promise<void> {
    queue.failed(error)
    await clock.pass(REFRESH_MS)
  }

  it('numbers records one after the other; what is appended during a request is the next batch', async () => {
    const first = await append('ab')
    expect(taken()).to.equal('ab of 1 at 0')
    const next = [await append('c'), await append('d')]
    queue.succeeded(40)
    expect(taken()).to.equal('cd of 1 at 2')
    queue.succeeded(42)
    expect(await Promise.all([first, ...next].map(({ done }) => done))).to.deep.equal([[40, 41], [42], [43]])
    await queue.rested
    await append('e')
    expect(taken()).to.equal('e of 1 at 4')
  })

  for (const [what, error] of [
    ['the connection broke', broken],
    ['another broker leads', refusal(NOT_LEADER)],
  ] as const) {
    it(`sends the same records with the same number again, without later ones, when ${what}`, async () => {
      const first = await append('ab')
      expect(taken()).to.equal('ab of 1 at 0')
      const second = await append('c')
      for (let times = 0; times < 2; times++) {
        await failed(error)
        expect(taken()).to.equal('ab of 1 at 0')
      }
      queue.succeeded(7)
      expect(taken()).to.equal('c of 1 at 2')
      queue.succeeded(9)
      expect(await Promise.all([first.done, second.done])).to.deep.equal([[7, 8], [9]])
    })
  }

  for (const code of [OUT_OF_ORDER, INVALID_EPOCH, UNKNOWN_PRODUCER]) {
    it(`sends the records under a new producer id after ${refusal(code).name} ${code}`, async () => {
      const one = await append('a')
      expect(taken()).to.equal('a of 1 at 0')
      await failed(refusal(code))
      expect(taken()).to.equal('a of 2 at 0')
      queue.succeeded(5)
      expect(await one.done).to.deep.equal([5])
    })
  }

  for (const [what, error] of [
    ['has no answer', new Error('The broker did not answer within 1500 ms')],
    ['is not on all replicas', refusal(REQUEST_TIMED_OUT)],
    ['is said to be there, and not where', refusal(DUPLICATE)],
  ] as const) {
    it(`numbers anew, under another producer id, behind a batch that ${what}`, async () => {
      const given = await append('a')
      expect(taken()).to.equal('a of 1 at 0')
      await append('b')
      await failed(error)
      expect(isUnavailable(await rejectionOf(given.done))).to.equal(true)
      expect(taken()).to.equal('b of 2 at 0')
    })
  }

  it('gives the number of a batch that was refused for good to the next one', async () => {
    const refused = await append('a')
    expect(taken()).to.equal('a of 1 at 0')
    await append('b')
    queue.failed(refusal(NOT_ENOUGH_REPLICAS))
    expect(isUnavailable(await rejectionOf(refused.done))).to.equal(true)
    expect(taken()).to.equal('b of 1 at 0')
  })

  it('numbers anew behind a batch that nobody waits for any more and that may be written', async () => {
    await append('a', 150)
    expect(taken()).to.equal('a of 1 at 0')
    await failed(broken)
    await append('b')
    await clock.pass(60)
    expect(taken(), 'when it is offered, as its time is over').to.equal(null)
    await turn()
    expect(taken()).to.equal('b of 2 at 0')
  })

  it('never sends what expired before, and rests', async () => {
    await append('a')
    expect(taken()).to.equal('a of 1 at 0')
    const late = await append('b', 50)
    await clock.pass(60)
    expect(isUnavailable(await rejectionOf(late.done))).to.equal(true)
    queue.succeeded(0)
    await queue.rested
    expect(taken()).to.equal(null)
  })

  it('waits for a leader, and has a new producer id when the topic was made anew', async () => {
    await append('a')
    expect(taken()).to.equal('a of 1 at 0')
    queue.succeeded(0)
    isLed = false
    topicId = 'made anew'
    await append('b')
    expect(offers).to.equal(1)
    isLed = true
    await clock.pass(REFRESH_MS)
    expect(taken()).to.equal('b of 2 at 0')
  })

  it('sends without numbers where the cluster gives no id', async () => {
    id = () => NO_PRODUCER
    await append('a')
    expect(taken()).to.equal('a of -1 at -1')
    queue.succeeded(0)
    await append('b')
    expect(taken()).to.equal('b of -1 at -1')
  })
})
