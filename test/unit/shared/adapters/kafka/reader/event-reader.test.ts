import { expect } from 'chai'
import { makeBroker } from '#shared/adapters/kafka/client/broker.ts'
import { type MetadataCache, openMetadataCache } from '#shared/adapters/kafka/client/cluster-metadata.ts'
import { kafkaEventReader } from '#shared/adapters/kafka/reader/event-reader.ts'
import type { ChangedPartitions } from '#shared/ports/event-log.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type FakeBroker, fakeBroker } from '../fake-broker.ts'
import { settingsFor } from '../settings-for.ts'

const LIMIT_MS = 1000

describe('kafkaEventReader', () => {
  let fake: FakeBroker
  let metadata: MetadataCache
  let opened: ReturnType<typeof kafkaEventReader>
  beforeEach(async () => {
    fake = await fakeBroker()
    fake.topics = { 'p.t': [1, 1] }
    const settings = { ...settingsFor(fake), topicPrefix: 'p.' }
    metadata = openMetadataCache(settings)
    opened = kafkaEventReader(metadata, settings)
  })
  afterEach(async () => {
    await Promise.all([opened.close(), metadata.close()])
    await fake.close()
  })

  async function append(...values: string[]): Promise<void> {
    const broker = makeBroker(fake.address, settingsFor(fake), LIMIT_MS)
    await broker.connect()
    const records = values.map((value) => ({ topic: 'p.t', partition: 1, key: null, value, headers: {} }))
    await broker.produce(records, LIMIT_MS)
    await broker.disconnect()
  }

  it('reads records by place, named without the prefix', async () => {
    await append('a', 'b')
    await append('c')
    const { records, next, isGone } = await opened.reader.read('t', 1, 1)
    expect([next, isGone]).to.deep.equal([3, false])
    expect(records.map(({ topic, offset, value }) => [topic, offset, String(value)])).to.deep.equal([
      ['t', 1, 'b'],
      ['t', 2, 'c'],
    ])
    expect(await opened.reader.bounds('t')).to.deep.equal([
      { oldest: 0, end: 0 },
      { oldest: 0, end: 3 },
    ])
    expect(await opened.reader.read('t', 1, 4)).to.deep.equal({ records: [], next: 4, isGone: true })
  })

  it('reports partitions without the prefix', async () => {
    const seen: ChangedPartitions[] = []
    const stop = opened.reader.watch(['t'], (changed) => void seen.push(changed))
    await eventually(() => seen.flat().length === 2)
    await append('a')
    await eventually(() => seen.length === 2)
    expect(seen[1]).to.deep.equal([{ topic: 't', partition: 1 }])
    stop()
  })

  it('sends nothing before it is used', () => {
    expect([fake.metadataRequests, fake.fetches]).to.deep.equal([0, 0])
  })
})
