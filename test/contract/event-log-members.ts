import { expect } from 'chai'
import { type EventLogFixture, type Joined, textRecord } from './event-log-fixture.ts'
import { eventually } from './eventually.ts'

/** Contract of several members in one group, and of paused members. */
export function eventLogMembersContract(fixture: EventLogFixture): void {
  const { partitions } = fixture.features
  const all = Array.from({ length: partitions }, (_, partition) => partition)

  /** Appends a record for each of several keys: enough to hit every partition. */
  async function appendRound(topic: string, round: string): Promise<void> {
    await fixture
      .log()
      .append(Array.from({ length: 50 }, (_, n) => textRecord(topic, `key ${n}`, `${round} ${n}`)))
  }

  function valuesOf(members: readonly Joined[], round: string): string[] {
    return members
      .flatMap(({ collector }) => collector.values())
      .filter((value) => value.startsWith(`${round} `))
      .toSorted()
  }

  const roundValues = (round: string) => Array.from({ length: 50 }, (_, n) => `${round} ${n}`).toSorted()

  async function twoMembers(topic: string): Promise<[Joined, Joined]> {
    const group = fixture.group()
    const first = await fixture.join(group, [topic])
    const second = await fixture.join(group, [topic])
    await eventually(() => {
      const shared = [...first.collector.partitions(topic), ...second.collector.partitions(topic)]
      return shared.length === partitions
    })
    return [first, second]
  }

  it('shares the partitions between the members, each record going to one', async () => {
    const topic = await fixture.topic()
    const members = await twoMembers(topic)
    const [first, second] = members.map(({ collector }) => collector.partitions(topic)) as [
      number[],
      number[],
    ]
    expect([...first, ...second].toSorted((a, b) => a - b)).to.deep.equal(all)
    expect(first).to.have.length(Math.ceil(partitions / 2))
    await appendRound(topic, 'shared')
    await eventually(() => valuesOf(members, 'shared').length >= 50)
    expect(valuesOf(members, 'shared')).to.deep.equal(roundValues('shared'))
    for (const { collector } of members) {
      const owned = collector.partitions(topic)
      for (const record of collector.records) expect(owned).to.include(record.partition)
    }
  })

  const itShares = partitions > 1 ? it : () => {}
  itShares('assigns again to the first member when a second one takes partitions', async () => {
    const [first] = await twoMembers(await fixture.topic())
    expect(first.collector.assignments.map((positions) => positions.length)).to.deep.equal([
      partitions,
      Math.ceil(partitions / 2),
    ])
  })

  it('assigns all partitions to the remaining member when the other one leaves', async () => {
    const topic = await fixture.topic()
    const [first, second] = await twoMembers(topic)
    await first.subscription.close()
    await eventually(() => second.collector.partitions(topic).length === partitions)
    await appendRound(topic, 'inherited')
    await eventually(() => valuesOf([second], 'inherited').length >= 50)
    expect(valuesOf([second], 'inherited')).to.deep.equal(roundValues('inherited'))
  })

  it('lets a new member start as soon as the only one has left', async () => {
    const topic = await fixture.topic()
    const group = fixture.group()
    for (const round of ['one', 'two', 'three']) {
      await appendRound(topic, round)
      const member = await fixture.join(group, [topic])
      await eventually(() => valuesOf([member], round).length >= 50)
      await member.subscription.close()
    }
  })

  it('holds back records while paused, and delivers them afterwards', async () => {
    const topic = await fixture.topic()
    const paused = await fixture.join(fixture.group(), [topic])
    const other = await fixture.join(fixture.group(), [topic])
    paused.subscription.pause()
    await appendRound(topic, 'first')
    await eventually(() => other.collector.records.length === 50)
    await appendRound(topic, 'second')
    await eventually(() => other.collector.records.length === 100)
    expect(paused.collector.records).to.deep.equal([])
    paused.subscription.resume()
    await eventually(() => paused.collector.records.length >= 100)
    expect(valuesOf([paused], 'first')).to.deep.equal(roundValues('first'))
    expect(valuesOf([paused], 'second')).to.deep.equal(roundValues('second'))
  })

  it('stays paused when its group rebalances', async () => {
    const topic = await fixture.topic()
    const [leaving, paused] = await twoMembers(topic)
    const other = await fixture.join(fixture.group(), [topic])
    paused.subscription.pause()
    await leaving.subscription.close()
    await eventually(() => paused.collector.partitions(topic).length === partitions)
    await appendRound(topic, 'held')
    await eventually(() => other.collector.records.length === 50)
    expect(paused.collector.records).to.deep.equal([])
    paused.subscription.resume()
    await eventually(() => paused.collector.records.length >= 50)
    expect(valuesOf([paused], 'held')).to.deep.equal(roundValues('held'))
  })
}
