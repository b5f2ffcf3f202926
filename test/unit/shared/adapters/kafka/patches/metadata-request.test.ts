import { expect } from 'chai'
import { patchKafkajs } from '#shared/adapters/kafka/patches/patch-kafkajs.ts'
import { kafkajsModule } from '#shared/adapters/kafka/protocol/kafkajs.ts'

interface Exchange {
  readonly request: { readonly apiVersion: number; encode(): Promise<{ readonly buffer: Buffer }> }
  readonly response: { decode(bytes: Buffer): Promise<unknown>; parse(answer: unknown): Promise<unknown> }
}
interface Definition {
  readonly versions: string[]
  protocol(about: { version: number }): (options: object) => Exchange
}

describe('patchMetadataRequest', () => {
  const definition = kafkajsModule<Definition>('protocol/requests/metadata')
  before(() => patchKafkajs({ maxBatchBytes: 1000, maxBatchRecords: 10 }))
  const exchange = (topics: string[], version = 10) =>
    definition.protocol({ version })({ topics, allowAutoTopicCreation: false })

  it('asks brokers that support version 10 by name', async () => {
    // Header tags; one topic: no id, name `t`, tags; no auto creation, no authorised operations; tags.
    const id = '00'.repeat(16)
    const { request } = exchange(['t'])
    expect((await request.encode()).buffer.toString('hex')).to.equal(`0002${id}02740000000000`)
    expect(definition.versions).to.include('10')
  })

  it('asks for all topics with null', async () => {
    expect((await exchange([]).request.encode()).buffer.toString('hex')).to.equal('000000000000')
  })

  it('asks older brokers with the newest version that kafkajs knows', () => {
    expect(exchange([], 9).request.apiVersion).to.equal(6)
    expect(exchange([], 5).request.apiVersion).to.equal(5)
  })

  it('copies the topic id to each partition, with its leader epoch', async () => {
    // Kafka protocol, "Metadata Response", version 10: a compact array has its length plus one in front.
    const bytes = [
      '00', // header tags
      '00000000', // throttle time
      '02 00000001 0268 00002384 00 00', // broker 1 at h:9092 without rack
      '0263', // cluster `c`
      '00000001', // controller
      '02 0000 0274', // one topic `t` without error
      `${'ab'.repeat(16)} 00`, // its id; not internal
      '02 0000 00000000 00000001 00000007 02 00000001 02 00000001 01 00', // partition 0, leader 1, epoch 7
      '80000000 00 00', // authorised operations and tags
    ]
    const decoded = await exchange(['t']).response.decode(
      Buffer.from(bytes.join('').replaceAll(' ', ''), 'hex'),
    )
    expect(decoded).to.deep.equal({
      throttleTime: 0,
      clientSideThrottleTime: 0,
      brokers: [{ nodeId: 1, host: 'h', port: 9092, rack: null }],
      clusterId: 'c',
      controllerId: 1,
      topicMetadata: [
        {
          topicErrorCode: 0,
          topic: 't',
          isInternal: false,
          partitionMetadata: [
            {
              partitionErrorCode: 0,
              partitionId: 0,
              leader: 1,
              leaderEpoch: 7,
              replicas: [1],
              isr: [1],
              offlineReplicas: [],
              topicId: Buffer.alloc(16, 0xab).toString('base64url'),
            },
          ],
        },
      ],
    })
  })
})
