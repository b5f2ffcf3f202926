import { expect } from 'chai'
import { type MetadataCache, openMetadataCache } from '#shared/adapters/kafka/connection/cluster-metadata.ts'
import { EndWatch } from '#shared/adapters/kafka/fetch/end-watch.ts'
import type { TopicPartition } from '#shared/ports/event-log.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import type { FakeBroker } from '../fake-broker.ts'
import { settingsFor } from '../settings-for.ts'
import { twoBrokers } from '../two-brokers.ts'

type Brokers = Awaited<ReturnType<typeof twoBrokers>>

/** Kafka protocol, "Error Codes": NOT_LEADER_OR_FOLLOWER. */
const NOT_LEADER = 6

describe('EndWatch', () => {
  const clock = driveClockInEachTest(() => Promise.all([watch.close(), metadata.close(), closeBrokers()]))
  let first: FakeBroker
  let second: FakeBroker
  let metadata: MetadataCache
  let watch: EndWatch
  let setTopics: Brokers['setTopics']
  let closeBrokers: Brokers['close']
  beforeEach(async () => {
    ;({ first, second, setTopics, close: closeBrokers } = await twoBrokers({ t: [1, 2], u: [1] }))
    metadata = openMetadataCache(settingsFor(first))
    watch = new EndWatch(metadata, settingsFor(first))
  })

  function watched(topics: readonly string[]) {
    const names: string[] = []
    const note = ({ topic, partition }: TopicPartition) => names.push(`${topic}/${partition}`)
    const stop = watch.watch(topics, (changed) => changed.forEach(note))
    return { names, stop, has: (name: string) => names.includes(name) }
  }

  it('reports each partition of the topics once, then those that changed', async () => {
    const { names } = watched(['t'])
    await clock.eventually(() => names.length === 2)
    expect(names).to.have.members(['t/0', 't/1'])
    second.partition('t/1').end = 5
    await clock.eventually(() => names.length === 3)
    expect(names[2]).to.equal('t/1')
    const polls = first.fetches
    await clock.eventually(() => first.fetches > polls + 3)
    expect(names).to.have.length(3)
  })

  it('polls for all watchers together, and no more without any', async () => {
    const all = Array.from({ length: 20 }, () => watched(['t', 'u']))
    for (const { has } of all) await clock.eventually(() => has('t/0'))
    const before = [first.fetches, second.fetches] as const
    first.partition('u/0').end = 1
    first.partition('t/0').end = 1
    const others = all.slice(1)
    for (const { names } of others)
      await clock.eventually(() => names.filter((name) => name === 'u/0').length >= 1)
    await clock.eventually(() => second.fetches > before[1] + 10)
    // Were there a poll for each watcher, the first broker would have got many times as many.
    expect(first.fetches - before[0]).to.be.below(5 * (second.fetches - before[1]))
    for (const { stop } of all) stop()
    // What is under way comes to its end; then nothing is sent however long it takes, but what asks here.
    const requests = () => [first, second].reduce((sum, one) => sum + one.fetches + one.metadataRequests, 0)
    await clock.pass(10_000)
    await clock.settle(metadata.refresh())
    const last = requests()
    await clock.pass(60_000)
    await clock.settle(metadata.refresh())
    expect(requests()).to.equal(last + 1)
  })

  it('goes on at a new leader, and reports the partition again', async () => {
    const { names, has } = watched(['t'])
    await clock.eventually(() => has('t/1'))
    names.length = 0
    second.partition('t/1').error = NOT_LEADER
    setTopics({ t: [1, 1] })
    await clock.eventually(() => has('t/1'))
    names.length = 0
    first.partition('t/1').end = 7
    await clock.eventually(() => has('t/1'))
  })

  it('goes on when a broker is back, without delay for the partitions of others', async () => {
    const { names, has } = watched(['t'])
    await clock.eventually(() => has('t/0') && has('t/1'))
    second.isSilent = true
    first.partition('t/0').end = 3
    names.length = 0
    await clock.eventually(() => has('t/0'))
    second.isSilent = false
    second.partition('t/1').end = 3
    await clock.eventually(() => has('t/1'))
  })

  it('finds a topic that is created later', async () => {
    const { has } = watched(['later'])
    setTopics({ ...first.topics, later: [2] })
    await clock.eventually(() => has('later/0'))
  })
})
