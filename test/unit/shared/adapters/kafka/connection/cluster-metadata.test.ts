import { expect } from 'chai'
import { type MetadataCache, openMetadataCache } from '#shared/adapters/kafka/connection/cluster-metadata.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { type FakeBroker, fakeBroker } from '../fake-broker.ts'
import { settingsFor } from '../settings-for.ts'

describe('openMetadataCache', () => {
  const clock = driveClockInEachTest(() => Promise.all([cache.close(), one.close(), two.close()]))
  let one: FakeBroker
  let two: FakeBroker
  let cache: MetadataCache
  beforeEach(async () => {
    one = await fakeBroker(1)
    two = await fakeBroker(2)
    for (const broker of [one, two]) {
      broker.nodes = { 1: one.port, 2: two.port }
      broker.topics = { t: [2, 1, -1] }
    }
    cache = openMetadataCache({ ...settingsFor(one), pingTimeoutMs: 1000 })
    cache.track(['t'])
  })

  it('knows the partitions in order, and the address of each leader', async () => {
    expect([cache.partitions('t'), cache.leader('t', 0)]).to.deep.equal([undefined, null])
    await cache.refresh()
    expect(cache.partitions('t')?.map(({ partitionId }) => partitionId)).to.deep.equal([0, 1, 2])
    const leaders = [0, 1, 2, 3].map((partition) => cache.leader('t', partition))
    expect(leaders).to.deep.equal([two.address, one.address, null, null])
    expect(cache.partitions('other')).to.equal(undefined)
  })

  it('sends one request for concurrent refreshes', async () => {
    await Promise.all([cache.refresh(), cache.refresh(), cache.refresh()])
    expect(one.metadataRequests).to.equal(1)
  })

  it('asks the next broker if the last one stays silent, and keeps what it knows if none answers', async () => {
    await cache.refresh()
    one.isSilent = true
    two.topics = { t: [2, 2, 2] }
    await clock.settle(cache.refresh())
    expect(cache.leader('t', 1)).to.equal(two.address)
    two.isSilent = true
    expect(await clock.settle(rejectionOf(cache.refresh()))).to.be.instanceOf(Error)
    expect(cache.leader('t', 1)).to.equal(two.address)
  })
})
