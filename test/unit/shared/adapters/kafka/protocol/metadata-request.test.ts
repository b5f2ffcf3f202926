import { expect } from 'chai'
import { metadataRequest } from '#shared/adapters/kafka/protocol/metadata-request.ts'

describe('metadataRequest', () => {
  const exchange = (topics: string[]) => metadataRequest.protocol({ version: 10 })({ topics })

  it('asks by name, in version 10', async () => {
    // Header tags; one topic: no id, name `t`, tags; no auto creation, no authorised operations; tags.
    const id = '00'.repeat(16)
    const { request } = exchange(['t'])
    expect((await request.encode()).buffer.toString('hex')).to.equal(`0002${id}02740000000000`)
    expect(request.apiVersion).to.equal(10)
  })

  it('asks for all topics with null', async () => {
    expect((await exchange([]).request.encode()).buffer.toString('hex')).to.equal('000000000000')
  })

  it('returns topic ids, leaders and their epochs', async () => {
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
      brokers: [{ nodeId: 1, host: 'h', port: 9092 }],
      controllerId: 1,
      topicMetadata: [
        {
          topicErrorCode: 0,
          topic: 't',
          topicId: Buffer.alloc(16, 0xab).toString('base64url'),
          partitionMetadata: [{ partitionId: 0, leader: 1, leaderEpoch: 7, replicas: [1] }],
        },
      ],
    })
  })
})
