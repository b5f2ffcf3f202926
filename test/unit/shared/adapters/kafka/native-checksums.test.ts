import { createRequire } from 'node:module'
import { crc32c } from '@node-rs/crc32'
import { expect } from 'chai'
import { readBatches } from '#shared/adapters/kafka/fetched-batches.ts'
import { checksumNatively } from '#shared/adapters/kafka/native-checksums.ts'

const require = createRequire(import.meta.url)
const CRC_AT = 17
const COVERED_AT = 21

/** kafkajs 2.2.4, src/protocol/recordBatch: what its produce requests are made with from now on. */
async function batchOfKafkajs(value: string): Promise<Buffer> {
  const { RecordBatch } = require('kafkajs/src/protocol/recordBatch/v0')
  const Record = require('kafkajs/src/protocol/recordBatch/record/v0')
  return (
    await RecordBatch({
      firstTimestamp: 0,
      maxTimestamp: 0,
      records: [Record({ key: 'k', value, timestamp: 0 })],
    })
  ).buffer
}

describe('native checksums', () => {
  it('are the CRC-32C of RFC 3720, appendix B.4', () => {
    expect(crc32c(Buffer.alloc(32))).to.equal(0x8a9136aa)
    expect(crc32c(Buffer.alloc(32, 0xff))).to.equal(0x62a8ab43)
    expect(crc32c(Buffer.from(Array.from({ length: 32 }, (_, at) => at)))).to.equal(0x46dd794e)
    expect(crc32c(Buffer.from('123456789'))).to.equal(0xe3069283)
  })

  it('stand in the batches of kafkajs, where its own did, whatever was loaded before', async () => {
    const before = await batchOfKafkajs('value')
    const own = require('kafkajs/src/protocol/recordBatch/crc32C')
    checksumNatively()
    const after = await batchOfKafkajs('value')
    expect(require('kafkajs/src/protocol/recordBatch/crc32C')).to.equal(crc32c)
    expect(after.readUInt32BE(CRC_AT)).to.equal(own(before.subarray(COVERED_AT)))
    expect(
      (await readBatches(after, { maxBatchBytes: 1000, maxBatchRecords: 10 }))[0]?.value?.toString(),
    ).to.equal('value')
  })
})
