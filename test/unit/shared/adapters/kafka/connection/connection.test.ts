import { expect } from 'chai'
import { Connection } from '#shared/adapters/kafka/connection/connection.ts'
import { ConnectionError } from '#shared/adapters/kafka/connection/request-socket.ts'
import { type RequestDefinition, requests } from '#shared/adapters/kafka/protocol/kafkajs.ts'
import { metadataRequest } from '#shared/adapters/kafka/protocol/metadata-request.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { type FakeBroker, fakeBroker } from '../fake-broker.ts'

const LIMIT_MS = 5000
/** Connecting has a second of its own. */
const CONNECT_MS = 1000

describe('Connection', () => {
  const clock = driveClockInEachTest(() => Promise.all([connection?.close(), fake.close()]))
  let fake: FakeBroker
  let connection: Connection | undefined
  beforeEach(async () => {
    fake = await fakeBroker()
    connection = undefined
  })

  function connect(password: string | null = null): Connection {
    const sasl = password === null ? null : ({ mechanism: 'plain', username: 'u', password } as const)
    connection = new Connection(fake.address, { ssl: false, sasl }, LIMIT_MS)
    return connection
  }
  const ask = (open: Connection) => open.send('Metadata', metadataRequest, { topics: [] })

  it('sends a request in the newest version that the broker supports', async () => {
    const open = connect()
    await open.ready
    const versions: number[] = []
    const definition: RequestDefinition = {
      versions: ['5', '10', '11'],
      protocol: ({ version }) => {
        versions.push(version)
        return metadataRequest.protocol({ version })
      },
    }
    await open.send('Metadata', definition, { topics: [] })
    expect(versions).to.deep.equal([10])
  })

  it('rejects a request that the broker does not support, and stays open', async () => {
    const open = connect()
    await open.ready
    const error = await rejectionOf(open.send('Heartbeat', requests.Heartbeat as RequestDefinition, {}))
    expect(String(error)).to.contain('supports no version of Heartbeat')
    const older = { ...metadataRequest, versions: ['9'] }
    expect(String(await rejectionOf(open.send('Metadata', older, {})))).to.contain('no version of Metadata')
    expect(open.isOpen).to.equal(true)
  })

  it('does not count as made before the broker has answered', async () => {
    fake.isSilent = true
    fake.isSilentFromStart = true
    const began = clock.now()
    const open = connect()
    expect(await clock.settle(rejectionOf(open.ready))).to.be.instanceOf(ConnectionError)
    expect(clock.now() - began).to.be.within(CONNECT_MS, CONNECT_MS + 200)
    expect(open.isOpen).to.equal(false)
  })

  describe('with SASL', () => {
    beforeEach(() => {
      fake.password = 'secret'
    })

    it('authenticates once where the authentication holds for good', async () => {
      const open = connect('secret')
      await open.ready
      await clock.pass(3_600_000)
      await ask(open)
      expect(fake.authentications).to.equal(1)
    })

    it('renews an authentication before it runs out, once for all requests', async () => {
      fake.lifetimeMs = 10_000
      const open = connect('secret')
      await open.ready
      await clock.pass(7000)
      await ask(open)
      expect(fake.authentications).to.equal(1)
      await clock.pass(2000)
      await Promise.all([ask(open), ask(open)])
      expect(fake.authentications).to.equal(2)
    })

    it('is closed after a wrong password', async () => {
      const open = connect('wrong')
      const error = await rejectionOf(open.ready)
      expect(error).to.have.property('name', 'KafkaJSSASLAuthenticationError')
      expect(open.isOpen).to.equal(false)
    })
  })
})
