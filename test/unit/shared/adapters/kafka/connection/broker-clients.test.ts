import { expect } from 'chai'
import { openBrokerClients } from '#shared/adapters/kafka/connection/broker-clients.ts'
import { fakeBroker } from '../fake-broker.ts'
import { settingsFor } from '../settings-for.ts'

describe('openBrokerClients', () => {
  it('has one client for each address, which connects when it is used', async () => {
    const fake = await fakeBroker()
    const clients = openBrokerClients(settingsFor(fake), 500)
    expect(clients.of(fake.address)).to.equal(clients.of(fake.address))
    expect(fake.connections).to.equal(0)
    await Promise.all([1, 2].map(() => clients.of(fake.address).metadata([])))
    expect(fake.connections).to.equal(1)
    await clients.close()
    await fake.close()
  })
})
