import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { fencedFrontier } from '#stages/batch/adapters/ownership/topic-owner.ts'
import type { Frontier } from '#stages/batch/frontier/frontier.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { completionsOf, dispatchedUrls, linesOf, startBatch } from '#test/contract/frontier/batch-scene.ts'
import { openStoreFixture, type StoreFixture } from '../../../store-fixture.ts'

describe('fencedFrontier', () => {
  let fixture: StoreFixture
  let fenced: Frontier
  let isOwner: boolean
  const refused = unavailable('batches')
  beforeEach(async () => {
    isOwner = true
    fixture = await openStoreFixture()
    fenced = fencedFrontier(fixture.frontier, async () => {
      if (!isOwner) throw refused
    })
    await startBatch(fixture, 'a', ['http://x.example/', 'http://y.example/'])
  })
  afterEach(() => fixture.end())

  it('works for the owner of the topics', async () => {
    const dispatches = await fenced.dispatch(1)
    expect(dispatchedUrls(dispatches)).to.deep.equal(['http://x.example/'])
    expect(await fenced.inFlight(null, 10)).to.have.length(1)
    await fenced.complete(completionsOf(dispatches))
    expect(await linesOf(fixture, 'a')).to.have.length(1)
  })

  it('dispatches, stores and completes nothing for any other process, and still reports the status', async () => {
    const dispatches = await fenced.dispatch(1)
    isOwner = false
    const works = [
      fenced.dispatch(1),
      fenced.inFlight(null, 1),
      fenced.defer([]),
      fenced.complete(completionsOf(dispatches)),
    ]
    for (const work of works) expect(await rejectionOf(work)).to.equal(refused)
    expect((await fenced.status('a'))?.counts).to.include({ waiting: 1, running: 1, done: 0 })
    isOwner = true
    await fenced.complete(completionsOf(dispatches))
    expect((await fenced.status('a'))?.counts).to.include({ waiting: 1, running: 0, done: 1 })
  })
})
