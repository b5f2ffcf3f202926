import { expect } from 'chai'
import { openMetadataCache } from '#shared/adapters/kafka/connection/cluster-metadata.ts'
import { NO_PRODUCER, openProducerIds } from '#shared/adapters/kafka/produce/producer-ids.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type FakeBroker, fakeBroker } from '../fake-broker.ts'
import { settingsFor } from '../settings-for.ts'

/** Kafka protocol, "Error Codes". */
const [COORDINATOR_LOADING, CLUSTER_AUTHORIZATION_FAILED] = [14, 31]

describe('openProducerIds', () => {
  let broker: FakeBroker
  let metadata: ReturnType<typeof openMetadataCache>
  let warnings: number
  let ids: ReturnType<typeof openProducerIds>
  beforeEach(async () => {
    broker = await fakeBroker(1)
    metadata = openMetadataCache(settingsFor(broker))
    warnings = 0
    ids = openProducerIds(metadata, { log: { warn: () => void warnings++, info() {} } })
  })
  afterEach(async () => {
    await metadata.close()
    await broker.close()
  })

  it('asks once for all that have none, and anew for one whose id is the latest', async () => {
    const [first, same] = await Promise.all([ids.other(null), ids.other(null)])
    expect(first).to.deep.equal({ producerId: 1001n, epoch: 0 })
    expect(same).to.equal(first)
    const second = await ids.other(first)
    expect(second).to.deep.equal({ producerId: 1002n, epoch: 0 })
    expect([await ids.other(first), await ids.other(null)]).to.deep.equal([second, second])
    expect(broker.producers).to.equal(2)
  })

  it('rejects when no broker gives one, and asks again the next time', async () => {
    broker.producerError = COORDINATOR_LOADING
    await rejectionOf(ids.other(null))
    broker.producerError = 0
    expect(await ids.other(null)).to.have.property('producerId', 1001n)
    expect(warnings).to.equal(0)
  })

  it('goes on without one where the user has no right to it, and says so once', async () => {
    broker.producerError = CLUSTER_AUTHORIZATION_FAILED
    expect(await ids.other(null)).to.equal(NO_PRODUCER)
    expect(await ids.other(NO_PRODUCER)).to.equal(NO_PRODUCER)
    expect(warnings).to.equal(1)
  })
})
