import { expect } from 'chai'
import type { Broker } from '#shared/adapters/kafka/connection/broker.ts'
import type { MetadataCache } from '#shared/adapters/kafka/connection/cluster-metadata.ts'
import { createMissingTopics } from '#shared/adapters/kafka/topics/topics.ts'
import type { EventReader } from '#shared/ports/event-log.ts'
import { settingsFor } from '../settings-for.ts'

describe('createMissingTopics', () => {
  const spec = { topic: 't', retentionMs: 5, maxRecordBytes: 900_000 }
  /** A cluster of two brokers where both topics exist. */
  const broker = {
    metadata: async () => ({
      brokers: [1, 2].map((nodeId) => ({ nodeId, host: 'h', port: nodeId })),
      controllerId: 1,
      topicMetadata: ['p.t', 'p.old'].map((topic) => ({ topicErrorCode: 0, topic, partitionMetadata: [] })),
    }),
  } as unknown as Broker
  const metadata = { askAny: (work: (broker: Broker) => unknown) => work(broker) } as MetadataCache
  let warnings: [object, string][]
  let asked: string[]

  function create(more: object = {}) {
    warnings = []
    asked = []
    const log = { info() {}, warn: (about: object, text: string) => void warnings.push([about, text]) }
    const bounds = async (topic: string) => {
      if (asked.push(topic) < 3) throw new Error('no leader yet')
      return []
    }
    const settings = { ...settingsFor({ address: 'h:1' }), topicPrefix: 'p.', log, ...more }
    return createMissingTopics(metadata, { bounds } as unknown as EventReader, [spec], settings)
  }

  it('waits until each topic has leaders, and returns what was intended', async () => {
    const [wanted] = await create()
    expect(asked).to.deep.equal(['t', 't', 't'])
    expect(wanted).to.include({ topic: 'p.t', numPartitions: 1, replicationFactor: 1 })
    const entries = Object.fromEntries(wanted?.configEntries.map(({ name, value }) => [name, value]) ?? [])
    expect(entries).to.include({ 'retention.ms': '5', 'min.insync.replicas': '1' })
  })

  it('warns of one replica among several brokers, and of topics that are not used any more', async () => {
    await create({ formerTopics: ['old', 'never'] })
    expect(warnings.map(([about]) => about)).to.deep.equal([{ brokers: 2 }, { topics: ['p.old'] }])
  })

  it('makes a replica on each of two brokers unless another number is set', async () => {
    const [wanted] = await create({ replication: null })
    expect(wanted).to.include({ replicationFactor: 2 })
    expect(warnings).to.deep.equal([])
  })

  it('rejects after the time of a request', async () => {
    const error = await create({ requestTimeoutMs: -1 }).catch((cause: unknown) => cause)
    expect(String(error)).to.contain('no leader yet')
  })
})
