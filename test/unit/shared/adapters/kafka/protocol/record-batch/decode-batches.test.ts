import { gzipSync } from 'node:zlib'
import { crc32c } from '@node-rs/crc32'
import { expect } from 'chai'
import { decodeBatches } from '#shared/adapters/kafka/protocol/record-batch.ts'

const limits = { maxBatchBytes: 100_000, maxBatchRecords: 10 }
const GZIP = 1

/** A record that has only a value (Kafka, "Record"). Every number but the last length fits in a varint of one byte. */
function record(offsetDelta: number, value: string): Buffer {
  const body = Buffer.from([0, 0, 2 * offsetDelta, 1, 2 * value.length, ...Buffer.from(value), 0])
  return Buffer.concat([Buffer.from([2 * body.length]), body])
}

interface Made {
  readonly first: number
  readonly count: number
  readonly attributes?: number
  readonly records: Buffer
}

/** A record batch of format 2 (Kafka, "Record Batch"). */
function batch({ first, count, attributes = 0, records }: Made): Buffer {
  const head = Buffer.alloc(61)
  head.writeBigInt64BE(BigInt(first), 0)
  head.writeInt32BE(49 + records.length, 8)
  head.writeInt8(2, 16)
  head.writeUInt16BE(attributes, 21)
  head.writeInt32BE(count - 1, 23)
  head.writeBigInt64BE(1000n, 27)
  head.writeBigInt64BE(1000n, 35)
  head.writeBigInt64BE(-1n, 43)
  head.writeInt32BE(count, 57)
  const whole = Buffer.concat([head, records])
  whole.writeUInt32BE(crc32c(whole.subarray(21)), 17)
  return whole
}

const plain = (first: number, ...values: string[]) =>
  batch({ first, count: values.length, records: Buffer.concat(values.map((value, at) => record(at, value))) })

describe('decodeBatches', () => {
  const good = plain(0, 'a', 'b')
  const after = plain(7, 'z')
  const flipped = Buffer.from(plain(2, 'c', 'd', 'e', 'f', 'g'))
  flipped[flipped.length - 2] = 0x21
  const damaged: Record<string, Buffer> = {
    'a wrong checksum': flipped,
    'an unknown codec': batch({ first: 2, count: 5, attributes: 6, records: Buffer.from('records') }),
    'bytes that are no gzip': batch({
      first: 2,
      count: 5,
      attributes: GZIP,
      records: Buffer.from('records'),
    }),
    'a bomb': batch({ first: 2, count: 5, attributes: GZIP, records: gzipSync(Buffer.alloc(1_000_000)) }),
    'records that are missing': batch({ first: 2, count: 5, records: record(0, 'a') }),
    'a length without end': batch({ first: 2, count: 5, records: Buffer.alloc(20, 0xff) }),
    'offsets of others': batch({
      first: 2,
      count: 5,
      records: Buffer.concat([0, 1, 2, 3, 9].map((delta) => record(delta, 'x'))),
    }),
  }

  for (const [what, bytes] of Object.entries(damaged)) {
    it(`reports the offsets of a batch with ${what}, and decodes its neighbours`, async () => {
      const messages = await decodeBatches(Buffer.concat([good, bytes, after]), limits)
      expect(messages.map(({ offset, value }) => [offset, value && String(value)])).to.deep.equal([
        [0, 'a'],
        [1, 'b'],
        [6, null],
        [7, 'z'],
      ])
      expect(messages[2]?.unreadable).to.include({ firstOffset: 2, lastOffset: 6 })
    })
  }

  it('rejects a batch with too many records', async () => {
    const many = plain(0, ...Array.from({ length: 11 }, () => 'v'))
    const [message] = await decodeBatches(many, limits)
    expect(message?.unreadable).to.include({ firstOffset: 0, lastOffset: 10 })
  })

  it('leaves to the next fetch a truncated batch, and batches beyond the limits of one', async () => {
    const cut = Buffer.concat([good, after.subarray(0, after.length - 1)])
    expect(await decodeBatches(cut, limits)).to.have.length(2)
    const full = Buffer.concat([good, after])
    expect(await decodeBatches(full, { ...limits, maxBatchRecords: 2 })).to.have.length(2)
  })
})
