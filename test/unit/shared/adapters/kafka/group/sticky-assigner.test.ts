import { expect } from 'chai'
import type { Assigner, GroupMember } from 'kafkajs'
import {
  type Assignment,
  assignByRendezvous,
  assigners,
  type Candidate,
  decodeAssignment,
} from '#shared/adapters/kafka/group/sticky-assigner.ts'

const partitionsOf = (topic: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${topic}/${n}`)
/** The broker assigns a new member id to each join. */
const members = (count: number, run = 'first'): Candidate[] =>
  Array.from({ length: count }, (_, n) => ({ memberId: `${run}-${n}`, instance: `fetch-${n}` }))

function loads(owners: ReadonlyMap<string, string>): number[] {
  return [...Map.groupBy(owners.values(), (owner) => owner).values()].map(({ length }) => length)
}

/** Partitions whose instance has changed; the members of both assignments are `first-N`. */
function moved(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...before].flatMap(([partition, owner]) => (after.get(partition) === owner ? [] : [partition]))
}

describe('assignByRendezvous', () => {
  it('assigns each partition to one member, with numbers of partitions that differ by at most one', () => {
    for (const count of [1, 2, 3, 5, 7, 12, 13]) {
      const owners = assignByRendezvous(partitionsOf('t', 12), members(count))
      expect(owners.size).to.equal(12)
      const each = loads(owners)
      expect(each).to.have.length(Math.min(count, 12))
      for (const load of each) expect(load).to.be.within(Math.floor(12 / count), Math.ceil(12 / count))
    }
  })

  it('does not depend on the order of the members', () => {
    const one = assignByRendezvous(partitionsOf('t', 12), members(5))
    const other = assignByRendezvous(partitionsOf('t', 12).toReversed(), members(5).toReversed())
    expect(Object.fromEntries(other)).to.deep.equal(Object.fromEntries(one))
  })

  it('gives a restarted instance its former partitions, and moves no others', () => {
    const before = assignByRendezvous(partitionsOf('t', 12), members(4))
    const restarted = members(4).map((one, n) => (n === 2 ? { ...one, memberId: '0-came-later' } : one))
    const after = assignByRendezvous(partitionsOf('t', 12), restarted)
    const taken = moved(before, after)
    expect(taken).to.have.length(3)
    for (const partition of taken) {
      expect([before.get(partition), after.get(partition)]).to.deep.equal(['first-2', '0-came-later'])
    }
  })

  it('moves about the share of a member that joins or leaves', () => {
    const topics = Array.from({ length: 100 }, (_, n) => partitionsOf(`topic-${n}`, 12))
    for (const count of [2, 3, 4]) {
      const share = 12 / (count + 1)
      const sum = topics.reduce((total, partitions) => {
        const before = assignByRendezvous(partitions, members(count))
        return total + moved(before, assignByRendezvous(partitions, members(count + 1))).length
      }, 0)
      // Eager round robin moves more than half: (1 - 1/n) of all.
      expect(sum / topics.length, `${count} + 1`).to.be.within(share, 1.5 * share)
    }
  })

  it('assigns partitions also to members with the same instance name, or without one', () => {
    const same = [1, 2, 3].map((n) => ({ memberId: `m${n}`, instance: 'twin' }))
    expect(loads(assignByRendezvous(partitionsOf('t', 12), same))).to.deep.equal([4, 4, 4])
  })
})

describe('assigners', () => {
  const counts: Readonly<Record<string, number>> = { a: 4, b: 2 }
  const numbers = (topic: string) => Array.from({ length: counts[topic] ?? 0 }, (_, partition) => partition)
  const make = (instance: string) => assigners(instance, numbers) as [Assigner, Assigner]
  const topics = ['a', 'b']

  function member(memberId: string, instance: string): GroupMember {
    return { memberId, memberMetadata: make(instance)[0].protocol({ topics }).metadata }
  }

  /** By member id. */
  async function assign(assigner: Assigner, ...members: GroupMember[]) {
    const shares = await assigner.assign({ members, topics })
    return new Map(shares.map((one) => [one.memberId, decodeAssignment(one.memberAssignment)]))
  }
  const countOf = (share: Assignment | undefined) => Object.values(share ?? {}).flat().length

  it('assign all partitions of all topics by the instance name of each member', async () => {
    const shares = await assign(make('x')[0], member('1', 'x'), member('2', 'y'))
    const restarted = await assign(make('y')[0], member('3', 'y'), member('4', 'x'))
    expect([...shares.values()].map(countOf)).to.deep.equal([3, 3])
    expect(restarted.get('4')).to.deep.equal(shares.get('1'))
    expect(restarted.get('3')).to.deep.equal(shares.get('2'))
  })

  it('offer what members of older versions offer, under the same names, in the same encoding', async () => {
    const offered = make('x')
    expect(offered.map(({ name }) => name)).to.deep.equal(['RendezvousAssigner', 'RoundRobinAssigner'])
    // Version 0, the topics, and the instance name or nothing.
    const encoded = offered.map((one) => one.protocol({ topics }).metadata.toString('hex'))
    const subscription = '000000000002000161000162'
    expect(encoded).to.deep.equal([`${subscription}0000000178`, `${subscription}00000000`])
    const shares = await assign(offered[1], member('1', 'x'), member('2', 'y'))
    expect([...shares.values()].map(countOf)).to.deep.equal([3, 3])
  })
})
