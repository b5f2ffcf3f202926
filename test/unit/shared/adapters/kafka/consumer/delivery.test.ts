import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import type { EachBatchPayload } from 'kafkajs'
import { Delivery, makePauseState } from '#shared/adapters/kafka/consumer/delivery.ts'
import type { PartitionStart } from '#shared/adapters/kafka/offsets/group-offsets.ts'
import type { LogRecord, PartitionBounds, Position } from '#shared/ports/event-log.ts'

const PREFIX = 'p.'
const EPOCH = 3

describe('Delivery', () => {
  let seen: {
    assigned: Position[][]
    revoked: number
    records: LogRecord[]
    sought: Position[]
    resolved: string[]
  }
  /** What the brokers say: the next offset, and the id of the topic. */
  let offset: number
  let topicId: string
  let delivery: Delivery
  let pauseState: ReturnType<typeof makePauseState>
  let starts: () => Promise<PartitionStart[]>

  beforeEach(() => {
    seen = { assigned: [], revoked: 0, records: [], sought: [], resolved: [] }
    offset = 10
    topicId = 'first'
    const position = () => ({ topic: 'p.t', partition: 0, offset, metadata: 'm' })
    const bounds = (): PartitionBounds => {
      return { topic: 'p.t', partition: 0, log: topicId, oldest: 0, end: 50, committed: null }
    }
    starts = async () => [{ position: position(), bounds: bounds(), epoch: EPOCH }]
    pauseState = makePauseState()
    delivery = new Delivery({
      pauseState,
      receiver: {
        assigned: (positions) => void seen.assigned.push([...positions]),
        revoking: () => void seen.revoked++,
        received: (records) => void seen.records.push(...records),
      },
      topicPrefix: PREFIX,
      log: undefined,
      epochs: { delivered: new Map(), fetched: new Map() },
      readStarts: () => starts(),
      describeTopics: async () => new Map([['p.t', { id: topicId, leaderEpochs: new Map() }]]),
      seek: (at) => void seen.sought.push(at),
    })
  })

  /** A fetched batch with one record, as kafkajs passes it on. */
  function payload(more: { leaderEpoch?: number; isStale?: boolean } = {}): EachBatchPayload {
    const { leaderEpoch = EPOCH, isStale = false } = more
    const message = {
      offset: '10',
      timestamp: '5',
      key: null,
      value: Buffer.from('v'),
      headers: {},
      leaderEpoch,
    }
    return {
      batch: { topic: 'p.t', partition: 0, messages: [message] },
      resolveOffset: (at: string) => void seen.resolved.push(at),
      heartbeat: async () => {},
      isRunning: () => true,
      isStale: () => isStale,
    } as unknown as EachBatchPayload
  }

  async function begin(): Promise<void> {
    delivery.begin({ 'p.t': [0] })
    await turn()
  }

  it('announces the positions without the prefix, and delivers records', async () => {
    await begin()
    await delivery.deliverBatch(payload())
    expect(seen.assigned).to.deep.equal([[{ topic: 't', partition: 0, offset: 10, metadata: 'm' }]])
    expect(seen.sought[0]).to.include({ topic: 'p.t', offset: 10 })
    expect(seen.records).to.deep.equal([
      { topic: 't', partition: 0, offset: 10, key: null, value: Buffer.from('v'), headers: {}, timestamp: 5 },
    ])
    expect(seen.resolved).to.deep.equal(['10'])
    expect(delivery.versionOf({ topic: 't', partition: 0 })).to.deep.equal({ log: 'first', epoch: EPOCH })
    expect(delivery.versionOf({ topic: 't', partition: 1 })).to.equal(null)
  })

  it('holds records back until the positions are announced', async () => {
    const reading = Promise.withResolvers<PartitionStart[]>()
    const now = starts
    starts = () => reading.promise
    await begin()
    const delivering = delivery.deliverBatch(payload())
    await turn()
    expect([seen.assigned, seen.records]).to.deep.equal([[], []])
    reading.resolve(await now())
    await delivering
    expect([seen.assigned.length, seen.records.length]).to.deep.equal([1, 1])
  })

  it('drops records that kafkajs calls stale, and of a partition that it has lost', async () => {
    await begin()
    await delivery.deliverBatch(payload({ isStale: true }))
    delivery.revoke()
    await delivery.deliverBatch(payload())
    expect([seen.revoked, seen.records, seen.resolved]).to.deep.equal([1, [], []])
    expect(delivery.versionOf({ topic: 't', partition: 0 }), 'finished work still counts').not.to.equal(null)
  })

  it('holds records back while paused', async () => {
    await begin()
    pauseState.isPaused = true
    const delivering = delivery.deliverBatch(payload())
    await turn()
    expect(seen.records).to.deep.equal([])
    pauseState.isPaused = false
    pauseState.notify()
    await delivering
    expect(seen.records).to.have.length(1)
  })

  it('gives up all fetched batches when a heartbeat tells that the group rebalances, until it has rejoined', async () => {
    await begin()
    pauseState.isPaused = true
    let heartbeats = 0
    const refused = async () => {
      heartbeats += 1
      throw Object.assign(new Error('rebalancing'), { type: 'REBALANCE_IN_PROGRESS' })
    }
    for (let batches = 0; batches < 3; batches++) {
      const error = await delivery.deliverBatch({ ...payload(), heartbeat: refused }).catch(String)
      expect(error).to.equal('Error: rebalancing')
    }
    expect(heartbeats, 'the broker is asked once').to.equal(1)
    pauseState.isPaused = false
    await begin()
    await delivery.deliverBatch(payload())
    expect(seen.records).to.have.length(1)
  })

  it('goes on with the next batch after a heartbeat that has failed otherwise', async () => {
    await begin()
    const failed = () => Promise.reject(new Error('no answer'))
    expect(await delivery.deliverBatch({ ...payload(), heartbeat: failed }).catch(String)).to.include(
      'no answer',
    )
    await delivery.deliverBatch(payload())
    expect(seen.records).to.have.length(1)
  })

  it('announces the positions again before records that a later leader appended', async () => {
    await begin()
    offset = 8
    await delivery.deliverBatch(payload({ leaderEpoch: EPOCH + 1 }))
    await turn()
    expect([seen.records, seen.resolved]).to.deep.equal([[], []])
    expect(seen.assigned.map(([at]) => at?.offset)).to.deep.equal([10, 8])
  })

  it('announces the positions again when a topic was created anew, and not otherwise', async () => {
    await begin()
    await delivery.checkTopics()
    expect(seen.assigned).to.have.length(1)
    topicId = 'second'
    await delivery.checkTopics()
    await turn()
    expect(seen.assigned).to.have.length(2)
    expect(delivery.versionOf({ topic: 't', partition: 0 })?.log).to.equal('second')
  })

  it('owns nothing after its end', async () => {
    await begin()
    delivery.end()
    delivery.reassign()
    await turn()
    expect(seen.assigned).to.have.length(1)
    expect(delivery.versionOf({ topic: 't', partition: 0 })).to.equal(null)
  })
})
