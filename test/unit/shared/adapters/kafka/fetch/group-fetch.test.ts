import { expect } from 'chai'
import { makeBroker } from '#shared/adapters/kafka/connection/broker.ts'
import { type MetadataCache, openMetadataCache } from '#shared/adapters/kafka/connection/cluster-metadata.ts'
import { fetchRecords } from '#shared/adapters/kafka/fetch/group-fetch.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { batchesOf } from '../batches-of.ts'
import { type FakeBroker, fakeBroker } from '../fake-broker.ts'
import { settingsFor } from '../settings-for.ts'

describe('fetchRecords', () => {
  const clock = driveClockInEachTest(() => Promise.all([metadata.close(), fake.close()]))
  let fake: FakeBroker
  let metadata: MetadataCache
  let offsets: number[]
  let isChanged: boolean
  beforeEach(async () => {
    fake = await fakeBroker()
    fake.topics = { t: [1] }
    metadata = openMetadataCache(settingsFor(fake))
    metadata.track(['t'])
    offsets = []
    isChanged = false
    const broker = makeBroker(fake.address, settingsFor(fake), 1000)
    for (const value of ['a', 'b'])
      await broker.produce(batchesOf([{ topic: 't', partition: 0, key: null, value, headers: {} }]), 1000)
    await broker.close()
    await clock.settle(metadata.refresh())
  })

  const fetchWith = (deliver: () => boolean, signal = new AbortController().signal, partitions = [0]) =>
    fetchRecords({
      ...{ metadata, signal, isThrottled: false },
      settings: settingsFor(fake),
      starts: partitions.map((partition) => ({ topic: 't', partition, offset: 1 })),
      mayDeliver: async () => {},
      deliver(_place, page) {
        offsets.push(...page.records.map(({ offset }) => offset))
        return deliver()
      },
      isChanged: () => isChanged,
    })

  it('delivers from the start on, until the signal is aborted', async () => {
    const ending = new AbortController()
    const fetching = fetchWith(() => true, ending.signal)
    await clock.eventually(() => offsets.length > 0)
    ending.abort()
    await clock.settle(fetching)
    expect(offsets).to.deep.equal([1])
  })

  it('ends when a page was not delivered, or the log is another one; rejects with what delivering throws', async () => {
    await clock.settle(fetchWith(() => false))
    const fetching = fetchWith(() => true)
    isChanged = true
    await clock.settle(fetching)
    const failing = fetchWith(() => {
      throw new Error('on purpose')
    })
    expect(String(await clock.settle(rejectionOf(failing)))).to.include('on purpose')
  })

  it('asks nobody without partitions', async () => {
    const ending = new AbortController()
    const fetching = fetchWith(() => true, ending.signal, [])
    await clock.pass(2000)
    expect(fake.fetches).to.equal(0)
    ending.abort()
    await clock.settle(fetching)
  })
})
