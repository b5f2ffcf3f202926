import { expect } from 'chai'
import { type Dispatch, inspectionId } from '#stages/batch/frontier/frontier.ts'
import { batchNamed, completionsOf, numbered, page } from '#test/contract/frontier/batch-scene.ts'
import { openShardFixture, type ShardFixture } from '../shard/shard-store-fixture.ts'

const MINUTE_MS = 60_000

describe('items of a host with a long cooldown', () => {
  let shard: ShardFixture
  let until: number
  beforeEach(async () => {
    shard = await openShardFixture({ perHost: 2 })
    until = Date.now() + MINUTE_MS
    const items = [...numbered('slow.example', 6), ...numbered('well.example', 3)].map((url) => page(url))
    await shard.send({ kind: 'add', batch: batchNamed('a'), items })
    await shard.send({ kind: 'phase', batch: 'a', phase: 'running', version: 1 })
  })
  afterEach(() => shard.close())

  const dispatch = () => shard.store.dispatchOf('a', 100)
  const rest = (dispatch: Dispatch | undefined) => {
    if (dispatch === undefined || !('item' in dispatch)) throw new Error('there is no such item')
    const id = inspectionId(dispatch.item.batch, dispatch.item.seq)
    return shard.end([{ id, outcome: null, restsUntil: until }])
  }
  const end = (...some: (Dispatch | undefined)[]) => shard.end(completionsOf(some as Dispatch[]))
  const ofHost = (dispatches: readonly Dispatch[], host: string) =>
    dispatches.filter((one) => 'item' in one && one.item.parameters.url.includes(host))
  const slowHost = () =>
    shard.store.hosts('a', 10).hosts.find(({ host }) => host === 'slow.example')?.restsUntil ?? null

  it('are not dispatched before its end; those of other hosts are', async () => {
    const started = await dispatch()
    const [first, second] = ofHost(started, 'slow')
    await rest(first)
    await end(first, second, ...ofHost(started, 'well'))
    expect(ofHost(await dispatch(), 'slow')).to.deep.equal([])
    expect(Date.parse(String(slowHost()))).to.be.within(until - 2000, until)
    await shard.store.sweep(until - 2000)
    expect(await dispatch()).to.deep.equal([])
    expect((await shard.store.sweep(until)).hasReadyQueues).to.equal(true)
    expect(ofHost(await dispatch(), 'slow')).to.have.length(1)
    expect(slowHost()).to.equal(null)
  })

  it('do not end by it', async () => {
    const [first] = ofHost(await dispatch(), 'slow')
    await rest(first)
    expect(shard.store.countInFlight()).to.equal(4)
  })

  it('are dispatched one at a time between two cooldowns, and as before after an end without one', async () => {
    const [first, second] = ofHost(await dispatch(), 'slow')
    await rest(first)
    await end(first, second)
    await shard.store.sweep(until)
    const [third, ...more] = ofHost(await dispatch(), 'slow')
    expect(more).to.deep.equal([])
    until += MINUTE_MS
    await rest(third)
    await end(third)
    expect(ofHost(await dispatch(), 'slow')).to.deep.equal([])
    await shard.store.sweep(until)
    const [fourth] = ofHost(await dispatch(), 'slow')
    await end(fourth)
    expect(ofHost(await dispatch(), 'slow')).to.have.length(2)
  })

  it('wait no longer because of a shorter one, or one of an item that has ended', async () => {
    const [first, second] = ofHost(await dispatch(), 'slow')
    await rest(first)
    const longer = until
    until -= MINUTE_MS / 2
    await rest(second)
    expect(Date.parse(String(slowHost()))).to.be.within(longer - 2000, longer)
    await end(first, second)
    until = longer + MINUTE_MS
    await rest(first)
    expect(Date.parse(String(slowHost()))).to.be.within(longer - 2000, longer)
  })
})
