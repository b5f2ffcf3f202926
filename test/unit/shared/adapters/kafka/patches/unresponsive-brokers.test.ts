import { mock } from 'node:test'
import { expect } from 'chai'
import { patchKafkajs } from '#shared/adapters/kafka/patches/patch-kafkajs.ts'
import { type Class, kafkajsModule } from '#shared/adapters/kafka/protocol/kafkajs.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>
const method = (path: string, name: string) => {
  const found = kafkajsModule<Class<Methods>>(path).prototype[name]
  if (found === undefined) throw new Error(`kafkajs has no ${name}`)
  return found
}

describe('patchUnresponsiveBrokers', () => {
  before(() => patchKafkajs({ maxBatchBytes: 1000, maxBatchRecords: 10 }))

  it('tries every broker, the ones that cannot be connected to included', async () => {
    const tried: string[] = []
    const pool = {
      brokers: { 1: {}, 2: {}, 3: {} },
      async findBroker({ nodeId }: { nodeId: string }) {
        tried.push(nodeId)
        throw new Error('cannot connect')
      },
    }
    const withBroker = method('cluster/brokerPool', 'withBroker')
    expect(await withBroker.call(pool, async () => 'never')).to.equal(null)
    expect(tried.toSorted()).to.deep.equal(['1', '2', '3'])
    pool.findBroker = async ({ nodeId }) => ({ nodeId }) as never
    expect(await withBroker.call(pool, async () => 'answer')).to.equal('answer')
  })

  it('reports that no broker is known with the error after which the caller refreshes its list', async () => {
    const error = await rejectionOf(method('cluster/brokerPool', 'withBroker').call({ brokers: {} }))
    expect(error).to.have.property('name', 'KafkaJSBrokerNotFound')
  })

  it('closes the connection of a request that timed out, and keeps it after other errors', async () => {
    const send = method('network/connection', 'send')
    const timeout = Object.assign(new Error('late'), { name: 'KafkaJSRequestTimeoutError' })
    for (const [error, expected] of [
      [timeout, [timeout]],
      [new Error('refused'), []],
    ] as const) {
      const destroyed: unknown[] = []
      const connection = {
        socket: { destroy: (cause: unknown) => void destroyed.push(cause) },
        isAuthenticated: () => true,
        failIfNotConnected() {
          throw error
        },
      }
      const request = { apiKey: 1, apiVersion: 1, apiName: 'a', encode: () => Promise.reject(error) }
      expect(await rejectionOf(send.call(connection, { request, response: {} }))).to.equal(error)
      expect(destroyed).to.deep.equal(expected)
    }
  })

  it('destroys the sockets of a broker that accepts the connection and stays silent', async () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const silent = Promise.withResolvers<never>()
      const broker = {
        brokerAddress: '127.0.0.1:1',
        versions: { 3: { maxVersion: 9 } } as unknown,
        isConnected: () => false,
        lock: { acquire: async () => {}, release: async () => {} },
        connectionPool: {
          connectionTimeout: 1000,
          pool: [{ socket: { destroy: silent.reject } }],
          getConnection: () => silent.promise,
        },
        logger: { debug() {} },
      }
      const connecting = rejectionOf(method('broker', 'connect').call(broker), 1e9)
      // One second for TCP and TLS, one for the first response.
      mock.timers.tick(2000)
      mock.timers.reset()
      expect(await connecting).to.have.property('name', 'KafkaJSConnectionError')
      expect(broker.versions, 'forgotten, so that kafkajs asks for them').to.equal(null)
    } finally {
      mock.timers.reset()
    }
  })
})
