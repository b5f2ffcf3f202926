import { expect } from 'chai'
import type { MetadataCache } from '#shared/adapters/kafka/connection/cluster-metadata.ts'
import { pollByLeader } from '#shared/adapters/kafka/fetch/poll-by-leader.ts'
import type { TopicPartition } from '#shared/ports/event-log.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

const PARTITIONS = [0, 1, 2].map((partition) => ({ topic: 't', partition }))

describe('pollByLeader', () => {
  const clock = driveClockInEachTest()
  let leaders: (string | null)[]
  let polls: string[]
  beforeEach(() => {
    leaders = ['a', 'b', 'a']
    polls = []
  })

  const run = (poll: (leader: string) => boolean, isOver = () => false) =>
    clock.run(
      pollByLeader<TopicPartition>({
        metadata: { leader: (_topic: string, at: number) => leaders[at] ?? null } as MetadataCache,
        partitions: PARTITIONS,
        isOver,
        async poll(leader, partitions) {
          polls.push(`${leader} ${partitions.map(({ partition }) => partition)}`)
          return poll(leader)
        },
      }),
    )

  it('asks each leader about its partitions until it is over', async () => {
    await run(
      () => true,
      () => polls.length >= 4,
    )
    expect(polls.toSorted().slice(0, 4)).to.deep.equal(['a 0,2', 'a 0,2', 'b 1', 'b 1'])
  })

  it('ends some time after a poll has failed, told that its broker does not lead, or had no leader', async () => {
    for (const poll of [
      () => false,
      () => {
        throw new Error('no answer')
      },
    ]) {
      const began = clock.now()
      await run(poll)
      expect(clock.now() - began).to.equal(200)
    }
    leaders = [null, 'b', 'b']
    await run(() => true)
  })
})
