import { expect } from 'chai'
import { METADATA_LIMIT } from '#shared/ports/event-log.ts'
import { type EventLogFixture, textRecord } from './event-log-fixture.ts'
import { eventually, rejectionOf } from './eventually.ts'
import { logCollector, positionsAfter } from './log-collector.ts'

/** Contract of groups: the records they receive, and where they resume. */
export function eventLogGroupContract(fixture: EventLogFixture): void {
  async function topicWith(...values: string[]): Promise<string> {
    const topic = await fixture.topic()
    await fixture.log().append(values.map((value) => textRecord(topic, 'k', value)))
    return topic
  }

  it('delivers every record to every group, also to one that joins later', async () => {
    const topic = await topicWith('old')
    const groups = [
      await fixture.join(fixture.group(), [topic]),
      await fixture.join(fixture.group(), [topic]),
    ]
    await fixture.log().append([textRecord(topic, 'k', 'new')])
    groups.push(await fixture.join(fixture.group(), [topic]))
    for (const { collector } of groups) {
      await eventually(() => collector.records.length === 2)
      expect(collector.values()).to.deep.equal(['old', 'new'])
    }
  })

  it('assigns a new group the oldest record of each partition first', async () => {
    const topic = await topicWith('a', 'b')
    const { collector } = await fixture.join(fixture.group(), [topic])
    expect(collector.assignments).to.have.length(1)
    const partitions = Array.from({ length: fixture.features.partitions }, (_, partition) => partition)
    expect(collector.partitions(topic)).to.deep.equal(partitions)
    for (const position of collector.assignments[0] ?? []) {
      expect(position).to.deep.include({ topic, offset: 0, metadata: '' })
    }
    await eventually(() => collector.records.length === 2)
    expect(collector.isEarly()).to.equal(false)
  })

  it('resumes after the commit and returns its metadata', async () => {
    const topic = await topicWith('a', 'b', 'c')
    const group = fixture.group()
    const first = await fixture.join(group, [topic])
    await eventually(() => first.collector.records.length === 3)
    const committed = positionsAfter(first.collector.records.slice(0, 2), 'done: 7-9')
    await first.subscription.commit(committed)
    await first.subscription.close()
    const second = await fixture.join(group, [topic])
    await eventually(() => second.collector.records.length === 1)
    expect(second.collector.values()).to.deep.equal(['c'])
    expect(second.collector.assignments[0]).to.deep.include(committed[0])
  })

  it('delivers uncommitted records again', async () => {
    const topic = await topicWith('a', 'b')
    const group = fixture.group()
    const first = await fixture.join(group, [topic])
    await eventually(() => first.collector.records.length === 2)
    await first.subscription.close()
    const second = await fixture.join(group, [topic])
    await eventually(() => second.collector.records.length === 2)
    expect(second.collector.values()).to.deep.equal(['a', 'b'])
    expect(second.collector.records).to.deep.equal(first.collector.records)
  })

  it('keeps the last of several commits, also a lower one', async () => {
    const topic = await topicWith('a', 'b', 'c')
    const group = fixture.group()
    const first = await fixture.join(group, [topic])
    await eventually(() => first.collector.records.length === 3)
    await Promise.all(
      [3, 2, 1].map((n) => first.subscription.commit(positionsAfter(first.collector.records.slice(0, n)))),
    )
    await first.subscription.close()
    const second = await fixture.join(group, [topic])
    await eventually(() => second.collector.records.length === 2)
    expect(second.collector.values()).to.deep.equal(['b', 'c'])
  })

  it('keeps as much metadata as the port allows, and rejects more', async () => {
    const topic = await topicWith('a')
    const group = fixture.group()
    const first = await fixture.join(group, [topic])
    await eventually(() => first.collector.records.length === 1)
    const metadata = 'm'.repeat(METADATA_LIMIT)
    const positions = positionsAfter(first.collector.records, metadata)
    await first.subscription.commit(positions)
    await rejectionOf(first.subscription.commit(positionsAfter(first.collector.records, `${metadata}m`)))
    await first.subscription.close()
    const second = await fixture.join(group, [topic])
    expect(second.collector.assignments[0]).to.deep.include(positions[0])
  })

  it('rejects a commit for a partition that the member does not own', async () => {
    const [own, other] = (await fixture.topics(2)) as [string, string]
    const { subscription } = await fixture.join(fixture.group(), [own])
    await rejectionOf(subscription.commit([{ topic: other, partition: 0, offset: 1, metadata: '' }]))
    await subscription.close()
    await rejectionOf(subscription.commit([{ topic: own, partition: 0, offset: 1, metadata: '' }]))
  })

  it('counts the uncommitted records of a group by topic', async () => {
    const [busy, idle] = (await fixture.topics(2)) as [string, string]
    const group = fixture.group()
    const lag = async () =>
      (await fixture.log().lag(group, [idle, busy])).map(({ topic, records }) => ({ topic, records }))
    const expected = (records: number) => [
      { topic: idle, records: 0 },
      { topic: busy, records },
    ]
    expect(await lag()).to.deep.equal(expected(0))
    await fixture.log().append(Array.from({ length: 10 }, (_, n) => textRecord(busy, `k${n}`, 'v')))
    expect(await lag()).to.deep.equal(expected(10))
    const { collector, subscription } = await fixture.join(group, [busy, idle])
    await eventually(() => collector.records.length === 10)
    expect(await lag()).to.deep.equal(expected(10))
    await subscription.commit(positionsAfter(collector.records.slice(0, 4)))
    const passed = positionsAfter(collector.records.slice(0, 4)).reduce((sum, { offset }) => sum + offset, 0)
    expect(await lag()).to.deep.equal(expected(10 - passed))
    await subscription.commit(positionsAfter(collector.records))
    expect(await lag()).to.deep.equal(expected(0))
  })

  it('gives a member the extent of each partition and the commits of its group', async () => {
    const topic = await topicWith('a', 'b', 'c')
    const group = fixture.group()
    const first = await fixture.join(group, [topic])
    await eventually(() => first.collector.records.length === 3)
    const extents = first.collector.extents[0] ?? []
    expect(extents.map(({ partition }) => partition)).to.deep.equal(
      first.collector.assignments[0]?.map(({ partition }) => partition),
    )
    expect(extents.reduce((sum, { oldest, end }) => sum + end - oldest, 0)).to.equal(3)
    const [committed] = positionsAfter(first.collector.records.slice(0, 2), 'done: 7-9')
    await first.subscription.commit(committed ? [committed] : [])
    await first.subscription.close()
    const second = await fixture.join(group, [topic])
    const extent = second.collector.extents[0]?.find(({ partition }) => partition === committed?.partition)
    expect(extent?.committed).to.deep.include({ offset: committed?.offset, metadata: 'done: 7-9' })
    expect(extent?.committed?.log).to.equal(extent?.log)
  })

  it('returns the position of a group in each partition, with its metadata', async () => {
    const topic = await topicWith('a', 'b')
    const group = fixture.group()
    const progress = async () => (await fixture.log().lag(group, [topic]))[0]?.positions ?? []
    const partitions = Array.from({ length: fixture.features.partitions }, (_, partition) => partition)
    expect(await progress()).to.have.deep.members(
      partitions.map((partition) => ({ topic, partition, offset: 0, metadata: '' })),
    )
    const { collector, subscription } = await fixture.join(group, [topic])
    await eventually(() => collector.records.length === 2)
    const committed = positionsAfter(collector.records.slice(0, 1), 'done: 1')
    await subscription.commit(committed)
    expect(await progress()).to.deep.include(committed[0])
  })

  it('delivers nothing to a member that has left', async () => {
    const topic = await fixture.topic()
    const gone = await fixture.join(fixture.group(), [topic])
    const staying = await fixture.join(fixture.group(), [topic])
    await gone.subscription.close()
    await gone.subscription.close()
    await fixture.log().append([textRecord(topic, 'k', 'v')])
    await eventually(() => staying.collector.records.length === 1)
    expect(gone.collector.records).to.deep.equal([])
  })

  it('delivers the records again to a receiver that throws', async () => {
    const topic = await topicWith('a')
    const collector = logCollector()
    let throws = true
    await fixture.join(fixture.group(), [topic], {
      ...collector,
      received(records) {
        if (throws) {
          throws = false
          throw new Error('a receiver that throws, on purpose')
        }
        collector.received(records)
      },
    })
    await eventually(() => collector.records.length === 1)
    expect(collector.values()).to.deep.equal(['a'])
  })
}
