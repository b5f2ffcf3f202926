import { expect } from 'chai'
import type { ITopicMetadata } from 'kafkajs'
import { describeTopics } from '#shared/adapters/kafka/topics/topics.ts'

describe('describeTopics', () => {
  async function described(partitions: object[]) {
    const topics = [{ name: 't', partitions } as ITopicMetadata]
    const found = await describeTopics({ fetchTopicMetadata: async () => ({ topics }) }, ['t'])
    return found.get('t')
  }

  it('returns the topic id and the leader epoch of each partition', async () => {
    const partitions = [
      { partitionId: 0, topicId: 'id', leaderEpoch: 3 },
      { partitionId: 1, topicId: 'id', leaderEpoch: 0 },
    ]
    const leaderEpochs = new Map([
      [0, 3],
      [1, 0],
    ])
    expect(await described(partitions)).to.deep.equal({ id: 'id', leaderEpochs })
  })

  it('returns an empty id and the epoch -1 from a broker that tells neither', async () => {
    const leaderEpochs = new Map([[0, -1]])
    expect(await described([{ partitionId: 0 }])).to.deep.equal({ id: '', leaderEpochs })
  })
})
