import { createRequire } from 'node:module'
import { expect } from 'chai'
import { offsetForLeaderEpoch } from '#shared/adapters/kafka/protocol/offset-for-leader-epoch.ts'

const Encoder = createRequire(import.meta.url)('kafkajs/src/protocol/encoder')

/** Kafka protocol, "OffsetForLeaderEpoch", version 3. */
describe('offsetForLeaderEpoch', () => {
  const { request, response } = offsetForLeaderEpoch.protocol({ version: 3 })({
    queries: [{ topic: 't', partition: 1, epoch: 2 }],
  })

  it('asks as a consumer that knows no current epoch', async () => {
    expect([request.apiKey, request.apiVersion]).to.deep.equal([23, 3])
    // Replica id -1; one topic `t` with one partition 1, current epoch -1, leader epoch 2.
    const bytes = (await request.encode()).buffer.toString('hex')
    expect(bytes).to.equal('ffffffff000000010001740000000100000001ffffffff00000002')
  })

  it('reads the end, or the error, of each partition', async () => {
    const partition = new Encoder().writeInt16(6).writeInt32(1).writeInt32(2).writeInt64(42)
    const topic = new Encoder().writeString('t').writeArray([partition])
    const answer = await response.decode(new Encoder().writeInt32(0).writeArray([topic]).buffer)
    expect(answer).to.deep.equal([{ topic: 't', partition: 1, errorCode: 6, end: 42 }])
  })
})
