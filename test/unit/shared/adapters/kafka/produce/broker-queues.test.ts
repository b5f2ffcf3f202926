import { expect } from 'chai'
import { type BrokerQueues, makeBrokerQueues } from '#shared/adapters/kafka/produce/broker-queues.ts'
import { isUnavailable } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type FakeBroker, fakeBroker } from '../fake-broker.ts'
import { settingsFor } from '../settings-for.ts'

/** Kafka protocol, "Error Codes". */
const MESSAGE_TOO_LARGE = 10
const NOT_ENOUGH_REPLICAS = 19
const record = (partition: number) => ({ topic: 't', partition, key: null, value: 'v', headers: {} })

describe('makeBrokerQueues', () => {
  let one: FakeBroker
  let two: FakeBroker
  let queues: BrokerQueues
  let failures: number
  beforeEach(async () => {
    failures = 0
    one = await fakeBroker(1)
    two = await fakeBroker(2)
    queues = makeBrokerQueues(settingsFor(one, two), () => void failures++)
  })
  afterEach(async () => {
    await queues.close()
    await Promise.all([one.close(), two.close()])
  })
  const append = (broker: FakeBroker, partition: number) =>
    queues.forBroker(broker.address).append([record(partition)])

  it('sends the records of each queue to its broker', async () => {
    await Promise.all([append(one, 0), append(two, 1), append(one, 2)])
    expect([one.batches.toSorted(), two.batches]).to.deep.equal([['t/0', 't/2'], ['t/1']])
    expect(queues.forBroker(one.address)).to.equal(queues.forBroker(one.address))
    expect(failures).to.equal(0)
  })

  it('resolves with the offsets of the records, in their order, whatever their partitions', async () => {
    const queue = queues.forBroker(one.address)
    const offsets = [await queue.append([record(0), record(1), record(0)]), await append(one, 0)]
    expect(offsets).to.deep.equal([[0, 0, 1], [2]])
  })

  it('rejects only the records of a partition that refused them', async () => {
    one.errorFor = (_topic, partition) => (partition === 7 ? NOT_ENOUGH_REPLICAS : 0)
    const refused = rejectionOf(append(one, 7))
    const kept = Promise.all([append(one, 0), append(one, 1)])
    expect(isUnavailable(await refused)).to.equal(true)
    expect(await kept).to.deep.equal([[0], [0]])
    expect(failures, 'the request as a whole has not failed').to.equal(0)
  })

  it('reports a record that is too large for its topic as wrong', async () => {
    one.errorFor = () => MESSAGE_TOO_LARGE
    expect(await rejectionOf(append(one, 0))).to.be.instanceOf(RangeError)
  })

  it('calls back when a request fails as a whole, and delays no other broker', async () => {
    await two.close()
    const refused = rejectionOf(append(two, 0))
    await append(one, 0)
    expect(isUnavailable(await refused)).to.equal(true)
    expect(failures).to.equal(1)
    two = await fakeBroker(2)
  })

  it('sends pending records before it closes', async () => {
    const appended = append(one, 0)
    await queues.close()
    await appended
    expect(one.batches).to.deep.equal(['t/0'])
  })
})
