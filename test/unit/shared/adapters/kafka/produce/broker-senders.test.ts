import { expect } from 'chai'
import { type BrokerSenders, makeBrokerSenders } from '#shared/adapters/kafka/produce/broker-senders.ts'
import { PartitionAppend } from '#shared/adapters/kafka/produce/partition-append.ts'
import { PartitionQueue } from '#shared/adapters/kafka/produce/partition-queue.ts'
import { isUnavailable } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type FakeBroker, fakeBroker } from '../fake-broker.ts'
import { settingsFor } from '../settings-for.ts'

const LIMIT_MS = 1000

describe('makeBrokerSenders', () => {
  let one: FakeBroker
  let two: FakeBroker
  let senders: BrokerSenders
  let failures: number
  beforeEach(async () => {
    failures = 0
    one = await fakeBroker(1)
    two = await fakeBroker(2)
    senders = makeBrokerSenders(settingsFor(one, two), () => void failures++)
  })
  afterEach(async () => {
    await senders.close()
    await Promise.all([one.close(), two.close()])
  })

  function append(broker: FakeBroker, partition: number): Promise<readonly number[]> {
    const queue = new PartitionQueue({
      place: { topic: 't', partition },
      isPacked: () => false,
      topicId: () => '',
      producerId: async () => ({ producerId: 7n, epoch: 0 }),
      offer: (offered) => senders.forBroker(broker.address).offer(offered),
      refreshLeader: async () => {},
    })
    const record = { topic: 't', key: null, value: 'v', headers: {} }
    const append = new PartitionAppend([record], false, LIMIT_MS)
    queue.append(append)
    return append.done
  }

  it('sends what each sender is offered to its broker, in one request at a time', async () => {
    await Promise.all([append(one, 0), append(two, 1), append(one, 2)])
    expect([one.batches.toSorted(), two.batches]).to.deep.equal([['t/0', 't/2'], ['t/1']])
    expect(senders.forBroker(one.address)).to.equal(senders.forBroker(one.address))
    expect(failures).to.equal(0)
  })

  it('calls back when a request fails as a whole, and delays no other broker', async () => {
    await two.close()
    const refused = rejectionOf(append(two, 0))
    expect(await append(one, 0)).to.deep.equal([0])
    expect(isUnavailable(await refused)).to.equal(true)
    expect(failures).to.be.at.least(1)
    two = await fakeBroker(2)
  })
})
