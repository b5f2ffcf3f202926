import { expect } from 'chai'
import { INTAKE } from '#shared/messages/topics.ts'
import { joinShardGroup } from '#stages/batch/shards/ownership/shard-group.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type Embedded, openEmbeddedShard } from '#test/support/embedded.ts'

describe('joinShardGroup', () => {
  let embedded: Embedded
  beforeEach(async () => {
    embedded = await openEmbeddedShard()
  })
  afterEach(() => embedded.close())

  it('gives each shard to one member, and to another one at once when that leaves', async () => {
    const { log } = embedded
    const assigned = { first: [] as (readonly number[])[], second: [] as (readonly number[])[] }
    const leaveFirst = await joinShardGroup(log, (shards) => void assigned.first.push(shards))
    await eventually(() => assigned.first.length > 0)
    const leaveSecond = await joinShardGroup(log, (shards) => void assigned.second.push(shards))
    expect(assigned.first.at(-1)).to.deep.equal([0])
    expect(assigned.second.flat()).to.deep.equal([])
    await log.append([{ topic: INTAKE, partition: 0, key: null, value: '{}', headers: {} }])
    await leaveFirst()
    await eventually(() => assigned.second.at(-1)?.join() === '0')
    await leaveSecond()
  })
})
