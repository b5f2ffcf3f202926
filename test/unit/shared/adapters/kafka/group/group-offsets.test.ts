import { expect } from 'chai'
import type { MetadataCache } from '#shared/adapters/kafka/connection/cluster-metadata.ts'
import type { LeaderRequests } from '#shared/adapters/kafka/fetch/leader-requests.ts'
import type { Coordinators } from '#shared/adapters/kafka/group/coordinators.ts'
import {
  fetchPartitionOffsets,
  groupLag,
  type OffsetSources,
} from '#shared/adapters/kafka/group/group-offsets.ts'
import { startPosition } from '#shared/adapters/kafka/group/start-positions.ts'

/** What brokers tell about topic `t`, partition 0 (-1 = nothing committed); they tell no topic id. */
function sourcesWith(committed: number, oldest: number, end: number): OffsetSources {
  const partitions = () => [{ partitionId: 0, leader: 1, leaderEpoch: 0 }]
  const offset = { topic: 't', partition: 0, offset: committed, metadata: 'm' }
  return {
    metadata: {
      track() {},
      refresh: async () => {},
      partitions,
      topicId: () => '',
    } as unknown as MetadataCache,
    leaders: {
      offsets: async (_topic: string, which: string) => [which === 'oldest' ? oldest : end],
    } as unknown as LeaderRequests,
    coordinators: { use: async () => [offset] } as unknown as Coordinators,
  }
}

describe('fetchPartitionOffsets', () => {
  const cases = [
    { what: 'what was committed', committed: 15, offset: 15, metadata: 'm', lag: 5 },
    {
      what: 'the oldest record when nothing was committed',
      committed: -1,
      offset: 10,
      metadata: '',
      lag: 10,
    },
    {
      what: 'the oldest record when the committed one is gone',
      committed: 9,
      offset: 10,
      metadata: '',
      lag: 10,
    },
    {
      what: 'the oldest record when the topic was created anew',
      committed: 21,
      offset: 10,
      metadata: '',
      lag: 10,
    },
    { what: 'the end when all was committed', committed: 20, offset: 20, metadata: 'm', lag: 0 },
  ]
  for (const { what, committed, offset, metadata, lag } of cases) {
    it(`starts at ${what}`, async () => {
      const sources = sourcesWith(committed, 10, 20)
      const [found] = await fetchPartitionOffsets('g', ['t'], sources)
      expect(found && startPosition(found.bounds)).to.include({ topic: 't', partition: 0, offset, metadata })
      const positions = [{ topic: 't', partition: 0, offset, metadata }]
      expect(await groupLag('g', ['t'], sources)).to.deep.equal([{ topic: 't', records: lag, positions }])
    })
  }
})
