import { expect } from 'chai'
import { apiKeys, newDecoder, newEncoder, requests } from '#shared/adapters/kafka/protocol/kafkajs.ts'

/** Kafka protocol guide, "Protocol Primitive Types": integers are big-endian, a string has its length in 16 bits. */
describe('the encoder and decoder of kafkajs', () => {
  it('write the primitive types of the protocol', () => {
    const entry = newEncoder(1).writeInt32(-2).writeString('ab')
    expect(newEncoder().writeArray([entry]).buffer.toString('hex')).to.equal('00000001fffffffe00026162')
    // A compact string has its length plus one in front, as a varint of 7 bits a byte.
    const text = 'x'.repeat(200)
    expect(newEncoder().writeUVarIntString(text).buffer.subarray(0, 2).toString('hex')).to.equal('c901')
  })

  it('read them', () => {
    const decoder = newDecoder(Buffer.from('0001fffffffe00000000000000070002616201', 'hex'))
    expect([decoder.readInt16(), decoder.readInt32(), String(decoder.readInt64())]).to.deep.equal([
      1,
      -2,
      '7',
    ])
    expect([decoder.readString(), decoder.readBoolean()]).to.deep.equal(['ab', true])
  })
})

describe('requests', () => {
  it('are those of the pinned version', () => {
    expect(requests.Metadata?.versions).to.include('6')
    expect(apiKeys.Metadata).to.equal(3)
  })
})
