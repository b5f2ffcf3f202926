import { createRequire } from 'node:module'
import { expect } from 'chai'
import { onOffsetOutOfRange } from '#shared/adapters/kafka/patches/offset-out-of-range.ts'
import { patchKafkajs } from '#shared/adapters/kafka/patches/patch-kafkajs.ts'

const require = createRequire(import.meta.url)
const prototypeOf = (path: string) => require(`kafkajs/src/${path}`).prototype
const limits = { maxBatchBytes: 1024, maxBatchRecords: 10 }

describe('patchKafkajs', () => {
  before(() => patchKafkajs(limits))

  it('applies each patch once', () => {
    const methods = () => [
      prototypeOf('broker').connect,
      prototypeOf('cluster').connect,
      prototypeOf('cluster/brokerPool').withBroker,
      prototypeOf('network/connection').send,
      prototypeOf('network/connectionPool').getConnection,
      prototypeOf('network/requestQueue').scheduleCheckPendingRequests,
      require('kafkajs/src/protocol/requests/metadata').protocol,
      require('kafkajs/src/protocol/requests/fetch/v4/decodeMessages'),
    ]
    const patched = methods()
    patchKafkajs(limits)
    expect(methods()).to.deep.equal(patched)
  })

  it('tries every broker, the ones that cannot be connected to included', async () => {
    const tried: string[] = []
    const pool = {
      brokers: { 1: {}, 2: {}, 3: {} },
      async findBroker({ nodeId }: { nodeId: string }) {
        tried.push(nodeId)
        throw new Error('cannot connect')
      },
    }
    const { withBroker } = prototypeOf('cluster/brokerPool')
    expect(await withBroker.call(pool, async () => 'never')).to.equal(null)
    expect(tried.toSorted()).to.deep.equal(['1', '2', '3'])
  })

  it('sets no throttle timer for a client without pending requests', () => {
    const queue = { pending: [], throttledUntil: -1, throttleCheckTimeoutId: null }
    prototypeOf('network/requestQueue').scheduleCheckPendingRequests.call(queue)
    expect(queue.throttleCheckTimeoutId).to.equal(null)
  })

  it('requests topic ids from brokers that support version 10 of the Metadata request', async () => {
    const { protocol } = require('kafkajs/src/protocol/requests/metadata')
    const { request } = protocol({ version: 10 })({ topics: ['t'], allowAutoTopicCreation: false })
    // Header tags; one topic: no id, name `t`, tags; no auto creation, no authorised operations; tags.
    const id = '00'.repeat(16)
    expect((await request.encode()).buffer.toString('hex')).to.equal(`0002${id}02740000000000`)
    expect(protocol({ version: 9 })({ topics: [] }).request.apiVersion).to.equal(6)
  })

  it('leaves the offset of a consumer alone when it is out of range, and calls the listener', async () => {
    const cluster = {}
    let calls = 0
    onOffsetOutOfRange(cluster, () => void calls++)
    await prototypeOf('consumer/consumerGroup').recoverFromOffsetOutOfRange.call({ cluster }, new Error())
    expect(calls).to.equal(1)
  })
})
