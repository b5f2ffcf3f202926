import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { fencedFrontier } from '#stages/batch/fenced.ts'
import type { Frontier } from '#stages/batch/frontier.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { ended, launched, linesOf, openStoreRig, type StoreRig, urlsOf } from './store-rig.ts'

describe('a fenced frontier', () => {
  let rig: StoreRig
  let fenced: Frontier
  let isOwner: boolean
  const refused = unavailable('batches')
  beforeEach(async () => {
    isOwner = true
    rig = await openStoreRig()
    fenced = fencedFrontier(rig.frontier, async () => {
      if (!isOwner) throw refused
    })
    await launched(rig, 'a', ['http://x.example/', 'http://y.example/'])
  })
  afterEach(() => rig.end())

  it('works for the owner of the topics', async () => {
    const released = await fenced.release(1)
    expect(urlsOf(released)).to.deep.equal(['http://x.example/'])
    expect(await fenced.unfinished(null, 10)).to.have.length(1)
    await fenced.end(ended(released))
    expect(await linesOf(rig, 'a')).to.have.length(1)
  })

  it('releases nothing, takes in nothing and forgets nothing for anybody else, and still tells how batches stand', async () => {
    const released = await fenced.release(1)
    isOwner = false
    const works = [
      fenced.release(1),
      fenced.unfinished(null, 1),
      fenced.defer([]),
      fenced.end(ended(released)),
    ]
    for (const work of works) expect(await rejectionOf(work)).to.equal(refused)
    expect((await fenced.status('a'))?.counts).to.include({ waiting: 1, running: 1, done: 0 })
    isOwner = true
    await fenced.end(ended(released))
    expect((await fenced.status('a'))?.counts).to.include({ waiting: 1, running: 0, done: 1 })
  })
})
