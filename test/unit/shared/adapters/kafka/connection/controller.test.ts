import { expect } from 'chai'
import { openMetadataCache } from '#shared/adapters/kafka/connection/cluster-metadata.ts'
import { withController } from '#shared/adapters/kafka/connection/controller.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { settingsFor } from '../settings-for.ts'
import { twoBrokers } from '../two-brokers.ts'

describe('withController', () => {
  it('connects to the controller for as long as the work takes', async () => {
    const brokers = await twoBrokers({ t: [1] })
    const settings = settingsFor(brokers.second)
    const metadata = openMetadataCache(settings)
    const { controllerId } = await withController(metadata, settings, (broker) => broker.metadata([]))
    expect(controllerId).to.equal(1)
    expect([brokers.first.connections, brokers.second.connections]).to.deep.equal([1, 1])
    expect(
      await rejectionOf(withController(metadata, settings, () => Promise.reject(new Error('no')))),
    ).to.have.property('message', 'no')
    await metadata.close()
    await brokers.close()
  })
})
