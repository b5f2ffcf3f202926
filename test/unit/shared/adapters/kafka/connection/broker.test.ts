import { expect } from 'chai'
import { type Broker, makeBroker } from '#shared/adapters/kafka/connection/broker.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { batchesOf } from '../batches-of.ts'
import { type FakeBroker, fakeBroker } from '../fake-broker.ts'
import { settingsFor } from '../settings-for.ts'

/** Kafka protocol, "Error Codes": NOT_LEADER_OR_FOLLOWER, which kafkajs calls NOT_LEADER_FOR_PARTITION. */
const NOT_LEADER = 6
const LIMIT_MS = 300
const record = (partition: number) => ({ topic: 't', partition, key: null, value: 'v', headers: {} })

describe('makeBroker', () => {
  const clock = driveClockInEachTest(() => Promise.all([broker.close(), fake.close()]))
  let fake: FakeBroker
  let broker: Broker
  beforeEach(async () => {
    fake = await fakeBroker()
    broker = makeBroker(fake.address, settingsFor(fake), LIMIT_MS)
  })

  it('returns the metadata of the cluster', async () => {
    fake.topics = { t: [1, -1] }
    const { brokers, topicMetadata } = await broker.metadata(['t'])
    expect(brokers.map(({ nodeId, host, port }) => [nodeId, host, port])).to.deep.equal([
      [1, '127.0.0.1', fake.port],
    ])
    const leaders = topicMetadata[0]?.partitionMetadata.map(({ partitionId, leader }) => [
      partitionId,
      leader,
    ])
    expect(leaders).to.deep.equal([
      [1, -1],
      [0, 1],
    ])
  })

  it('returns the error of each partition that rejected its records, and the first offset in all others', async () => {
    fake.errorFor = (_topic, partition) => (partition === 1 ? NOT_LEADER : 0)
    await broker.produce(batchesOf([record(2), record(2)]), LIMIT_MS)
    const answers = await broker.produce(batchesOf([record(0), record(1), record(2)]), LIMIT_MS)
    expect(fake.batches).to.deep.equal(['t/2', 't/0', 't/1', 't/2'])
    expect(answers.map(({ topic, partition }) => `${topic}/${partition}`)).to.deep.equal([
      't/0',
      't/1',
      't/2',
    ])
    expect(answers[0]).to.include({ error: null, baseOffset: 0 })
    expect(answers[1]?.error).to.have.property('type', 'NOT_LEADER_FOR_PARTITION')
    expect(answers[2]).to.include({ error: null, baseOffset: 2 })
  })

  it('rejects a request that gets no answer in time, and connects anew for the next one', async () => {
    await broker.metadata([])
    fake.isSilent = true
    const began = clock.now()
    const failure = await clock.settle(rejectionOf(broker.metadata([])))
    expect(String(failure)).to.contain(`within ${LIMIT_MS} ms`)
    expect(clock.now() - began).to.be.within(LIMIT_MS, 2 * LIMIT_MS)
    fake.isSilent = false
    expect((await broker.metadata([])).controllerId).to.equal(1)
    expect(fake.connections).to.equal(2)
  })

  it('shares one connection among requests at the same time, and sends none after it was closed', async () => {
    await Promise.all([broker.metadata([]), broker.metadata([]), broker.listOffsets([], 'end')])
    expect(fake.connections).to.equal(1)
    await broker.close()
    expect(String(await rejectionOf(broker.metadata([])))).to.contain('closed')
    expect(fake.connections).to.equal(1)
  })
})
