import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { crc32c } from '@node-rs/crc32'
import { expect } from 'chai'
import { encodeBatch, type NewBatch, NO_IDENTITY } from '#shared/adapters/kafka/protocol/batch-encoder.ts'
import { decodeBatches } from '#shared/adapters/kafka/protocol/record-batch.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'

const LIMITS = { maxBatchBytes: 10_000_000, maxBatchRecords: 1000 }
/** Where the fields of a batch begin (Kafka, "Record Batch"). */
const [LENGTH, CRC, ATTRIBUTES, PRODUCER, EPOCH, SEQUENCE, RECORDS] = [8, 17, 21, 43, 51, 53, 61] as const

const batchOf = (values: readonly (string | Buffer)[], more: Partial<NewBatch> = {}): NewBatch => ({
  topic: 't',
  partition: 0,
  identity: NO_IDENTITY,
  isPacked: false,
  records: values.map((value): NewRecord => ({ topic: 't', key: 'k', value, headers: { h: 'é' } })),
  ...more,
})

function codecOf(batch: Buffer): number {
  expect(batch.readInt32BE(LENGTH), 'bytes that follow').to.equal(batch.length - 12)
  expect(batch.readUInt32BE(CRC), 'over all that follows').to.equal(crc32c(batch.subarray(ATTRIBUTES)))
  return batch.readInt16BE(ATTRIBUTES) & 7
}

describe('encodeBatch', () => {
  it('writes producer id, epoch and sequence where the protocol has them', async () => {
    const identity = { producerId: 0x0102_0304_0506_0708n, epoch: 0x0a0b, sequence: 0x0c0d_0e0f }
    const batch = await encodeBatch(batchOf(['v'], { identity }), 5)
    expect(batch.toString('hex', PRODUCER, RECORDS)).to.equal(
      '0102030405060708' + '0a0b' + '0c0d0e0f' + '00000001',
    )
    const none = await encodeBatch(batchOf(['v']), 5)
    expect(none.toString('hex', PRODUCER, RECORDS)).to.equal(`${'ff'.repeat(14)}00000001`)
    expect([EPOCH - PRODUCER, SEQUENCE - EPOCH], 'bytes of the id and of the epoch').to.deep.equal([8, 2])
  })

  it('compresses the records of a packed topic with gzip, as one stream behind the header', async () => {
    const values = Array.from({ length: 20 }, (_, at) => `{"number":${at},"text":"${'word '.repeat(50)}"}`)
    const plain = await encodeBatch(batchOf(values), 5)
    const packed = await encodeBatch(batchOf(values, { isPacked: true }), 5)
    expect([codecOf(plain), codecOf(packed)]).to.deep.equal([0, 1])
    expect(packed.length).to.be.below(plain.length / 5)
    expect(gunzipSync(packed.subarray(RECORDS)).equals(plain.subarray(RECORDS))).to.equal(true)
    const [read, expected] = [await decodeBatches(packed, LIMITS), await decodeBatches(plain, LIMITS)]
    expect(read).to.deep.equal(expected)
    expect(read.map(({ value }) => String(value))).to.deep.equal(values)
  })

  it('keeps few bytes plain, and what does not become shorter', async () => {
    const few = await encodeBatch(batchOf(['word '.repeat(100)], { isPacked: true }), 5)
    const random = await encodeBatch(batchOf([randomBytes(5000)], { isPacked: true }), 5)
    expect([codecOf(few), codecOf(random)]).to.deep.equal([0, 0])
  })
})
