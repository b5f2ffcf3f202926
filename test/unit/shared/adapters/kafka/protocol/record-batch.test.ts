import { crc32c } from '@node-rs/crc32'
import { expect } from 'chai'
import { decodeBatch } from '#shared/adapters/kafka/protocol/record-batch.ts'

const limits = { maxBatchBytes: 1000, maxBatchRecords: 10 }
const CONTROL = 0x20
const IN_TRANSACTION = 0x10
const LOG_APPEND_TIME = 0x08

/** A record (Kafka, "Record") of seven bytes after its length: attributes, timestamp +1, the delta, no key, the value `v`, no header. */
const record = (delta: number) => Buffer.from([14, 0, 2, 2 * delta, 1, 2, 0x76, 0])

/** A batch of format 2 at offset 40 and epoch 5 (Kafka, "Record Batch"), with fields in the order of the document. */
function batch(records: readonly Buffer[], attributes = 0, lastDelta = records.length - 1): Buffer {
  const head = Buffer.alloc(61)
  head.writeBigInt64BE(40n, 0)
  head.writeInt32BE(49 + Buffer.concat(records).length, 8)
  head.writeInt32BE(5, 12)
  head.writeInt8(2, 16)
  head.writeUInt16BE(attributes, 21)
  head.writeInt32BE(lastDelta, 23)
  head.writeBigInt64BE(1000n, 27)
  head.writeBigInt64BE(2000n, 35)
  head.writeBigInt64BE(77n, 43)
  head.writeInt32BE(records.length, 57)
  const whole = Buffer.concat([head, ...records])
  whole.writeUInt32BE(crc32c(whole.subarray(21)), 17)
  return whole
}

describe('decodeBatch', () => {
  it('gives each record its offset, timestamp and leader epoch', async () => {
    const { records, bytes } = await decodeBatch(batch([record(0), record(1)]), limits)
    expect(records).to.have.length(2)
    expect(records[1]).to.deep.include({
      offset: 41,
      timestamp: 1001,
      key: null,
      value: Buffer.from('v'),
      leaderEpoch: 5,
      isControlRecord: false,
    })
    expect(bytes).to.equal(16)
  })

  it('gives records of a topic with the append time the time of the batch', async () => {
    const { records } = await decodeBatch(batch([record(0)], LOG_APPEND_TIME), limits)
    expect(records[0]?.timestamp).to.equal(2000)
  })

  it('marks the records of transactions and their markers', async () => {
    const { records } = await decodeBatch(batch([record(0)], CONTROL | IN_TRANSACTION), limits)
    expect(records[0]).to.include({ isControlRecord: true, producerId: 77, isInTransaction: true })
  })

  it('stands for a batch that compaction left empty with one marker at its last offset', async () => {
    const { records } = await decodeBatch(batch([], 0, 6), limits)
    expect(records).to.have.length(1)
    expect(records[0]).to.include({ offset: 46, isControlRecord: true, value: null })
    expect(records[0]).not.to.have.property('unreadable')
  })

  it('names the offsets of a batch whose records are out of order', async () => {
    const { records, bytes } = await decodeBatch(batch([record(1), record(0)]), limits)
    expect(records).to.have.length(1)
    expect(records[0]).to.include({ offset: 41, timestamp: 2000, leaderEpoch: 5 })
    expect(records[0]?.unreadable).to.include({ firstOffset: 40, lastOffset: 41 })
    expect(bytes).to.equal(0)
  })

  it('rejects a batch whose bytes exceed the limit, though they are not compressed', async () => {
    const { records } = await decodeBatch(batch([record(0), record(1)]), { ...limits, maxBatchBytes: 15 })
    expect(records[0]?.unreadable?.reason).to.include('exceeds the limit')
  })

  it('names the last offset of a message set of an older format', async () => {
    const old = batch([record(0)])
    old.writeInt8(1, 16)
    const { records } = await decodeBatch(old, limits)
    expect(records[0]?.unreadable).to.deep.equal({
      reason: 'The record batch cannot be decoded: the format is older than Kafka 0.11',
      firstOffset: 40,
      lastOffset: 40,
    })
  })
})
