import { createRequire } from 'node:module'
import { expect } from 'chai'
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
})
