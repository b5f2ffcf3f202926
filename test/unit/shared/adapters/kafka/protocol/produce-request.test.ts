import { createRequire } from 'node:module'
import { crc32c } from '@node-rs/crc32'
import { expect } from 'chai'
import { encodeProduceRequest } from '#shared/adapters/kafka/protocol/produce-request.ts'
import { decodeBatches } from '#shared/adapters/kafka/protocol/record-batch.ts'
import type { NewRecord, TopicPartition } from '#shared/ports/event-log.ts'
import { batchesOf } from '../batches-of.ts'

type PartitionedRecord = NewRecord & TopicPartition

const TIMEOUT_MS = 1500
const NOW = 1_700_000_000_000
const LIMITS = { maxBatchBytes: 10_000_000, maxBatchRecords: 1000 }

const record = (
  topic: string,
  partition: number,
  more: Partial<PartitionedRecord> = {},
): PartitionedRecord => ({
  topic,
  partition,
  key: 'key',
  value: 'value',
  headers: {},
  ...more,
})

interface Encoded {
  readonly buffer: Buffer
}

/** The same request as kafkajs 2.2.4 encodes it, where it sends a producer's id of -1 with an epoch and a sequence of 0. */
async function byKafkajs(records: readonly PartitionedRecord[]): Promise<Buffer> {
  const request = createRequire(import.meta.url)('kafkajs/src/protocol/requests/produce/v7/request')
  const topicData = [...Map.groupBy(records, ({ topic }) => topic)].map(([topic, ofTopic]) => ({
    topic,
    partitions: [...Map.groupBy(ofTopic, ({ partition }) => partition)].map(([partition, own]) => ({
      partition,
      messages: own.map(({ key, value, headers }) => ({ key, value, headers, timestamp: String(NOW) })),
    })),
  }))
  return ((await request({ acks: -1, timeout: TIMEOUT_MS, topicData }).encode()) as Encoded).buffer
}

/** The bytes of a batch's fields that kafkajs fills in otherwise: the leader's epoch, the checksum, producer epoch and sequence. */
function withoutOwnFields(request: Buffer, batches: readonly number[]): string {
  const copy = Buffer.from(request)
  for (const at of batches)
    copy
      .fill(0, at + 12, at + 16)
      .fill(0, at + 17, at + 21)
      .fill(0, at + 51, at + 57)
  return copy.toString('hex')
}

describe('encodeProduceRequest', () => {
  it('uses the CRC-32C of RFC 3720, appendix B.4', () => {
    expect(crc32c(Buffer.alloc(32))).to.equal(0x8a9136aa)
    expect(crc32c(Buffer.alloc(32, 0xff))).to.equal(0x62a8ab43)
    expect(crc32c(Buffer.from(Array.from({ length: 32 }, (_, at) => at)))).to.equal(0x46dd794e)
    expect(crc32c(Buffer.from('123456789'))).to.equal(0xe3069283)
  })

  it('encodes the bytes that the protocol requires', async () => {
    const request = await encodeProduceRequest(
      batchesOf([record('t', 3, { key: 'k', value: null, headers: { h: 'é' } })]),
      TIMEOUT_MS,
      1,
    )
    const batch = [
      '0000000000000000', // base offset
      '0000003e', // what follows: 74 bytes less 12
      'ffffffff', // leader's epoch
      '02', // magic
      '????????', // CRC-32C
      '0000', // attributes
      '00000000', // last offset delta
      '0000000000000001'.repeat(2), // first and last timestamp
      `${'ff'.repeat(8)}ffffffffffff`, // producer's id, epoch, sequence
      '00000001', // records
      // Length 12; no attributes; both deltas 0; key of 1, no value, 1 header: name of 1, value of 2.
      '1800000002' + '6b' + '01' + '02' + '02' + '68' + '04' + 'c3a9',
    ].join('')
    const head = ['ffff', 'ffff', '000005dc', '00000001', '000174', '00000001', '00000003', '0000004a'].join(
      '',
    )
    expect(request.toString('hex').replace(crcOf(request), '????????')).to.equal(head + batch)
  })

  it('encodes the same as kafkajs, for many topics, partitions and sizes', async () => {
    const records = [
      record('one', 0, { key: null, value: Buffer.alloc(63, 'a') }),
      record('two', 1, { value: 'ü'.repeat(40), headers: { a: '1', 'content-type': Buffer.from('text') } }),
      ...Array.from({ length: 200 }, (_, at) => record('one', 7, { key: `k${at}`, value: 'v'.repeat(at) })),
      record('one', 0, { key: Buffer.from([0, 255]), value: Buffer.alloc(70_000, 'b') }),
      record('two', 1, { value: '' }),
    ]
    const ours = await encodeProduceRequest(batchesOf(records), TIMEOUT_MS, NOW)
    const theirs = await byKafkajs(records)
    expect(ours.length).to.equal(theirs.length)
    const batches = batchesIn(ours)
    expect(batches).to.have.length(3)
    expect(withoutOwnFields(ours, batches)).to.equal(withoutOwnFields(theirs, batches))
  })

  it('encodes records that decode to the same values', async () => {
    const records = Array.from({ length: 130 }, (_, at) =>
      record('t', 0, { key: null, value: `v${at}`, headers: { at: `${at}` } }),
    )
    const request = await encodeProduceRequest(batchesOf(records), TIMEOUT_MS, NOW)
    const messages = await decodeBatches(request.subarray(batchesIn(request)[0]), LIMITS)
    expect(
      messages.map(({ offset, value, headers }) => [offset, String(value), String(headers.at)]),
    ).to.deep.equal(records.map((_, at) => [at, `v${at}`, `${at}`]))
    expect(new Set(messages.map(({ timestamp }) => timestamp))).to.deep.equal(new Set([NOW]))
  })
})

/** The checksum of a request's only batch, in hex. */
function crcOf(request: Buffer): string {
  const at = (batchesIn(request)[0] as number) + 17
  expect(request.readUInt32BE(at)).to.equal(crc32c(request.subarray(at + 4)))
  return request.toString('hex', at, at + 4)
}

/** Where the batches of a request begin, by walking through it (Kafka protocol, "Produce Request"). */
function batchesIn(request: Buffer): number[] {
  const found: number[] = []
  let at = 12
  for (let topics = request.readInt32BE(8); topics > 0; topics--) {
    at += 2 + request.readInt16BE(at)
    let partitions = request.readInt32BE(at)
    for (at += 4; partitions > 0; partitions--) {
      found.push(at + 8)
      at += 8 + request.readInt32BE(at + 4)
    }
  }
  return found
}
