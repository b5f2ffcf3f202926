import { expect } from 'chai'
import type { Broker } from '#shared/adapters/kafka/connection/broker.ts'
import type { MetadataCache } from '#shared/adapters/kafka/connection/cluster-metadata.ts'
import { countDrift } from '#shared/adapters/kafka/topics/topic-drift.ts'
import { settingsFor } from '../settings-for.ts'

describe('countDrift', () => {
  const wanted = [
    {
      topic: 't',
      numPartitions: 2,
      replicationFactor: 2,
      configEntries: [
        { name: 'retention.ms', value: '5' },
        { name: 'cleanup.policy', value: 'delete' },
      ],
    },
  ]
  const partition = (partitionId: number, replicas: number[]) => {
    return { partitionId, leader: 1, leaderEpoch: 0, replicas }
  }
  const partitionMetadata = [partition(0, [1, 2]), partition(1, [1])]
  const topicMetadata = [{ topicErrorCode: 0, topic: 't', topicId: 'id', partitionMetadata }]
  const broker = {
    metadata: async () => ({ brokers: [], controllerId: 1, topicMetadata }),
    topicSettings: async () => new Map([['t', new Map([['retention.ms', '7']])]]),
  } as unknown as Broker
  let reports: [string, object][]
  const log = {
    warn: (details: object) => void reports.push(['warn', details]),
    info: (details: object) => void reports.push(['info', details]),
  }
  const counted = (askAny: MetadataCache['askAny']) => {
    reports = []
    return countDrift({ askAny } as MetadataCache, wanted, { ...settingsFor(), log })
  }

  it('reports each setting that has another value, and the partition with the fewest replicas', async () => {
    expect(await counted((work) => work(broker))).to.equal(2)
    expect(reports).to.deep.equal([
      ['warn', { topic: 't', setting: 'retention.ms', found: '7', wanted: '5' }],
      ['warn', { topic: 't', setting: 'replication.factor', found: '1', wanted: '2' }],
    ])
  })

  it('takes a value for right that topics of former versions have', async () => {
    const alsoRight = { 'retention.ms': '7' }
    const askAny: MetadataCache['askAny'] = (work) => work(broker)
    const former = wanted.map((one) => ({ ...one, alsoRight, replicationFactor: 1 }))
    expect(await countDrift({ askAny } as MetadataCache, former, { ...settingsFor(), log })).to.equal(0)
  })

  it('counts nothing where the brokers do not tell', async () => {
    expect(await counted(() => Promise.reject(new Error('not allowed')))).to.equal(null)
    expect(reports).to.deep.equal([['info', { error: 'Error: not allowed' }]])
  })
})
