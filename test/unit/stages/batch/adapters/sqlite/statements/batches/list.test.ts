import { expect } from 'chai'
import type { BatchListing } from '#shared/ports/batches.ts'
import { eventually } from '#test/contract/eventually.ts'
import {
  batchNamed,
  completionsOf,
  failure,
  openStoreFixture,
  type StoreFixture,
  startBatch,
} from '#test/unit/stages/batch/store-fixture.ts'

const newest: BatchListing = { owner: 'me', state: null, limit: 1000, after: null }

describe('listBatches', () => {
  let fixture: StoreFixture
  beforeEach(async () => {
    fixture = await openStoreFixture()
  })
  afterEach(() => fixture.end())

  const launch = (id: string, owner: string | null = 'me') =>
    startBatch(fixture, id, [`http://${id}.example/`], { owner })
  const idsOf = async (more: Partial<BatchListing> = {}) =>
    (await fixture.frontier.list({ ...newest, ...more })).batches.map(({ id }) => id)

  it('lists the batches of the owner and those without an owner, newest first', async () => {
    await launch('a')
    await launch('b', 'other')
    await launch('c', null)
    await launch('d')
    expect(await idsOf()).to.deep.equal(['d', 'c', 'a'])
    expect(await idsOf({ owner: 'other' })).to.deep.equal(['c', 'b'])
    expect(await idsOf({ owner: 'nobody' })).to.deep.equal(['c'])
  })

  it('lists those of former versions, which have no owner, for everybody', async () => {
    await launch('a')
    fixture.database.db.exec("UPDATE batches SET request = json_remove(request, '$.owner')")
    expect(await idsOf({ owner: 'other' })).to.deep.equal(['a'])
  })

  it('reports the same as the status, except for the rejected lines', async () => {
    await startBatch(fixture, 'a', ['http://one.example/', 'http://two.example/', 'http://three.example/'], {
      owner: 'me',
    })
    await fixture.frontier.reject('a', [{ line: 4, reason: 'no URL' }])
    const [first, second] = await fixture.frontier.dispatch(2)
    await fixture.frontier.complete(first === undefined ? [] : completionsOf([first]))
    await fixture.frontier.complete(second === undefined ? [] : completionsOf([second], failure))
    const [listed] = (await fixture.frontier.list(newest)).batches
    expect(listed?.counts).to.deep.equal({
      accepted: 3,
      rejected: 1,
      waiting: 1,
      running: 0,
      done: 1,
      failed: 1,
    })
    expect(await fixture.frontier.status('a')).to.deep.include(listed)
    expect(listed).to.have.all.keys('id', 'operation', 'source', 'state', 'counts', 'createdAt', 'finishedAt')
  })

  it('lists no batch that was not started, nor one that is being removed', async () => {
    await fixture.frontier.create(batchNamed('begun', { owner: 'me' }))
    await launch('kept')
    await startBatch(fixture, 'ended', [], { owner: 'me' })
    expect(await idsOf()).to.deep.equal(['ended', 'kept'])
    fixture = await fixture.reopen({ retentionMs: -1 })
    await eventually(async () => (await fixture.frontier.batch('ended')) === null)
    expect(await idsOf()).to.deep.equal(['kept'])
  })

  it('lists those in a state', async () => {
    for (const id of ['running', 'paused', 'cancelled']) await launch(id)
    await startBatch(fixture, 'finished', [], { owner: 'me' })
    await startBatch(fixture, 'theirs', [], { owner: 'other' })
    await fixture.frontier.setState('paused', 'paused')
    await fixture.frontier.setState('cancelled', 'cancelled')
    for (const state of ['running', 'paused', 'cancelled', 'finished'] as const) {
      expect(await idsOf({ state })).to.deep.equal([state])
    }
  })

  it('lists each once, page by page, while others are added and removed', async () => {
    const ids = Array.from({ length: 25 }, (_, at) => `b${at}`)
    for (const [at, id] of ids.entries()) await launch(id, at % 3 === 0 ? null : 'me')
    const found: string[] = []
    const sizes: number[] = []
    let after: number | null = null
    do {
      const page = await fixture.frontier.list({ ...newest, limit: 10, after })
      found.push(...page.batches.map(({ id }) => id))
      sizes.push(page.batches.length)
      after = page.next
      await launch(`new-${sizes.length}`)
      // The batch where the next page starts.
      fixture.database.db.exec(`DELETE FROM batches WHERE id = '${found.at(-1)}'`)
    } while (after !== null)
    expect(found).to.deep.equal(ids.toReversed())
    expect(sizes).to.deep.equal([10, 10, 5])
  })

  it('reports the end when the last page is full', async () => {
    for (const id of ['a', 'b', 'c', 'd']) await launch(id)
    const { next } = await fixture.frontier.list({ ...newest, limit: 2 })
    const last = await fixture.frontier.list({ ...newest, limit: 2, after: next })
    expect(last.batches.map(({ id }) => id)).to.deep.equal(['b', 'a'])
    expect(last.next).to.equal(null)
  })
})
