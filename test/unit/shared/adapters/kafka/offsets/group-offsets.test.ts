import { expect } from 'chai'
import type { Admin } from 'kafkajs'
import {
  fetchPartitionOffsets,
  groupLag,
  startPosition,
} from '#shared/adapters/kafka/offsets/group-offsets.ts'

/** Responses of a broker for topic `t`, partition 0 (kafkajs: offsets as text, -1 = nothing committed). */
function adminWith(committed: string, bounds: { low: string; high: string }): Admin {
  const answers: Pick<Admin, 'fetchOffsets' | 'fetchTopicOffsets' | 'fetchTopicMetadata'> = {
    fetchOffsets: async () => [
      { topic: 't', partitions: [{ partition: 0, offset: committed, metadata: 'm' }] },
    ],
    // A broker without topic ids.
    fetchTopicMetadata: async () => ({ topics: [{ name: 't', partitions: [] }] }),
    fetchTopicOffsets: async () => [{ partition: 0, offset: bounds.high, ...bounds }],
  }
  return answers as Admin
}

describe('fetchPartitionOffsets', () => {
  const bounds = { low: '10', high: '20' }
  const cases = [
    { what: 'what was committed', committed: '15', offset: 15, metadata: 'm', lag: 5 },
    {
      what: 'the oldest record when nothing was committed',
      committed: '-1',
      offset: 10,
      metadata: '',
      lag: 10,
    },
    {
      what: 'the oldest record when the committed one is gone',
      committed: '9',
      offset: 10,
      metadata: '',
      lag: 10,
    },
    {
      what: 'the oldest record when the topic was created anew',
      committed: '21',
      offset: 10,
      metadata: '',
      lag: 10,
    },
    { what: 'the end when all was committed', committed: '20', offset: 20, metadata: 'm', lag: 0 },
  ]
  for (const { what, committed, offset, metadata, lag } of cases) {
    it(`starts at ${what}`, async () => {
      const admin = adminWith(committed, bounds)
      const [found] = await fetchPartitionOffsets(admin, 'g', ['t'])
      expect(found && startPosition(found.bounds)).to.include({ topic: 't', partition: 0, offset, metadata })
      const positions = [{ topic: 't', partition: 0, offset, metadata }]
      expect(await groupLag(admin, 'g', ['t'])).to.deep.equal([{ topic: 't', records: lag, positions }])
    })
  }
})
