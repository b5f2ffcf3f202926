import { expect } from 'chai'
import { partitionChooser } from '#shared/adapters/kafka/produce/choose-partition.ts'

const COUNT = 12
const partitionMetadata = Array.from({ length: COUNT }, (_, partitionId) => ({
  ...{ partitionId, leader: 1, leaderEpoch: 0, replicas: [] },
}))

describe('partitionChooser', () => {
  const isSpreadEvenly = (topic: string) => topic === 'calls'
  const chooser = () => partitionChooser({ isSpreadEvenly })
  const choose = (choosing: ReturnType<typeof chooser>, topic: string, key: string) =>
    choosing({ topic, key }, partitionMetadata)

  it('takes the partition of the key, as the Java client does', () => {
    const choosing = chooser()
    // murmur2 of Kafka's UtilsTest ("21" = -973932308, "foobar" = -790332482), without its sign, by 12 partitions.
    expect(choose(choosing, 'pages', '21')).to.equal((-973_932_308 & 0x7fffffff) % COUNT)
    expect(choose(choosing, 'pages', 'foobar')).to.equal((-790_332_482 & 0x7fffffff) % COUNT)
  })

  it('goes through the partitions of a topic that is spread evenly, whatever the keys are', () => {
    const choosing = chooser()
    const counts = new Map<number, number>()
    for (let at = 0; at < 60; at++) {
      choose(choosing, 'pages', 'another topic')
      const partition = choose(choosing, 'calls', at % 2 === 0 ? 'a' : String(at))
      counts.set(partition, (counts.get(partition) ?? 0) + 1)
    }
    expect([...counts.keys()].toSorted((a, b) => a - b)).to.deep.equal(partitionMetadata.map((_, at) => at))
    expect(new Set(counts.values())).to.deep.equal(new Set([5]))
  })

  it('begins anywhere, so that producers of few records do not meet in one partition', () => {
    const first = Array.from({ length: 100 }, () => choose(chooser(), 'calls', 'k'))
    expect(new Set(first).size).to.be.above(6)
    expect(first.every((partition) => partition >= 0 && partition < COUNT)).to.equal(true)
  })
})
