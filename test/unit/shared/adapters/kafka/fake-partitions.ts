import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const Encoder = require('kafkajs/src/protocol/encoder')
const Decoder = require('kafkajs/src/protocol/decoder')

const OFFSET_OUT_OF_RANGE = 1
const OUT_OF_ORDER_SEQUENCE = 45
const PRODUCER_AT = 43
const SEQUENCE_AT = 53
const COUNT_AT = 57
const OLDEST = -2

/** The records of a partition, by `topic/partition` kept as the batches that were appended. */
export interface FakePartition {
  oldest: number
  end: number
  readonly batches: { readonly last: number; readonly bytes: Buffer }[]
  /** Kafka protocol, "Error Codes": the answer to each read. */
  error: number
  /** By producer id and epoch: the sequence, number of records and offset of its last batch. */
  readonly producers: Map<string, { sequence: number; count: number; base: number }>
}

// biome-ignore lint/suspicious/noExplicitAny: the encoders of kafkajs have no types
type Untyped = any

/** The partitions of one broker, and its answers to Fetch (version 11) and ListOffsets (version 2). */
export function makeFakePartitions() {
  const partitions = new Map<string, FakePartition>()

  function partition(name: string): FakePartition {
    const found = partitions.get(name) ?? { oldest: 0, end: 0, batches: [], error: 0, producers: new Map() }
    partitions.set(name, found)
    return found
  }

  function fetchOne(name: string, offset: number) {
    const { oldest, end, batches, error } = partition(name)
    const code = error === 0 && (offset < oldest || offset > end) ? OFFSET_OUT_OF_RANGE : error
    const kept = code === 0 ? batches.filter(({ last }) => last >= offset) : []
    const head = new Encoder().writeInt32(Number(name.split('/')[1])).writeInt16(code)
    const bytes = Buffer.concat(kept.map((batch) => batch.bytes))
    return head
      .writeInt64(end)
      .writeInt64(end)
      .writeInt64(oldest)
      .writeArray([])
      .writeInt32(-1)
      .writeBytes(bytes)
  }

  function listOne(name: string, timestamp: number) {
    const { oldest, end, error } = partition(name)
    const head = new Encoder().writeInt32(Number(name.split('/')[1])).writeInt16(error)
    return head.writeInt64(-1).writeInt64(timestamp === OLDEST ? oldest : end)
  }

  return {
    partition,
    /**
     * Appends a record batch as a Produce request has it, unless its producer has appended it already, or left out others
     * before it. Returns the offset of its first record.
     */
    append(name: string, batch: Buffer): { error: number; base: number } {
      const one = partition(name)
      const [count, sequence] = [batch.readInt32BE(COUNT_AT), batch.readInt32BE(SEQUENCE_AT)]
      const producer = batch.toString('hex', PRODUCER_AT, SEQUENCE_AT)
      const last = sequence < 0 ? undefined : one.producers.get(producer)
      if (last?.sequence === sequence && last.count === count) return { error: 0, base: last.base }
      if (last !== undefined && sequence !== last.sequence + last.count)
        return { error: OUT_OF_ORDER_SEQUENCE, base: -1 }
      const bytes = Buffer.from(batch)
      const base = one.end
      one.producers.set(producer, { sequence, count, base })
      bytes.writeBigInt64BE(BigInt(base), 0)
      one.end += count
      one.batches.push({ last: one.end - 1, bytes })
      return { error: 0, base }
    },
    fetch(body: Buffer) {
      const request = new Decoder(body)
      for (let skipped = 0; skipped < 4; skipped++) request.readInt32()
      request.readInt8()
      // Session and its epoch.
      request.readInt64()
      const topics = request.readArray((topic: Untyped) => {
        const name = topic.readString()
        const answers = topic.readArray((one: Untyped) => {
          const place = `${name}/${one.readInt32()}`
          one.readInt32()
          const answer = fetchOne(place, Number(one.readInt64()))
          // Start of the log, and the most bytes.
          one.readInt64()
          one.readInt32()
          return answer
        })
        return new Encoder().writeString(name).writeArray(answers)
      })
      return new Encoder().writeInt32(0).writeInt16(0).writeInt32(0).writeArray(topics)
    },
    listOffsets(body: Buffer) {
      const request = new Decoder(body)
      request.readInt32()
      request.readInt8()
      const topics = request.readArray((topic: Untyped) => {
        const name = topic.readString()
        const answers = topic.readArray((one: Untyped) =>
          listOne(`${name}/${one.readInt32()}`, Number(one.readInt64())),
        )
        return new Encoder().writeString(name).writeArray(answers)
      })
      return new Encoder().writeInt32(0).writeArray(topics)
    },
  }
}
