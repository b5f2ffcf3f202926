import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { homeOf } from '#stages/batch/shards/placement.ts'
import type { OwnedSite } from '#stages/batch/shards/site/owned-site.ts'
import { siteStores } from '#stages/batch/shards/site/site-stores.ts'
import type { SiteStore } from '#stages/batch/site/finish/site-store.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { batchNamed } from '#test/contract/frontier/batch-scene.ts'

const COUNT = 2
/** Names of batches by the shard that is their home. */
const homes = new Map(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => [homeOf(id, COUNT), id]))
const [inFirst = '', inSecond = ''] = [homes.get(0), homes.get(1)]

interface Shard extends OwnedSite {
  readonly calls: unknown[][]
  readonly losing: AbortController
}

function shardOf(
  shard: number,
  crawls: readonly (readonly [id: string, owner: string | null, createdAt: number])[],
) {
  const calls: unknown[][] = []
  const losing = new AbortController()
  const note =
    (name: string) =>
    async (...given: unknown[]) =>
      void calls.push([name, ...given])
  const sites: SiteStore = {
    unpublished: async () =>
      crawls.map(([id, owner, createdAt]) => ({
        batch: batchNamed(id, { owner, createdAt }),
        isFinished: false,
      })),
    addListed: note('addListed'),
    addProbes: note('addProbes'),
    finish: note('finish'),
    setPublished: note('setPublished'),
  }
  return { shard, path: '', sites, lost: losing.signal, calls, losing } satisfies Shard
}

describe('the stores of sites of all owned shards', () => {
  it('name the oldest crawl of each owner over all shards, the oldest first', async () => {
    const shards = [
      shardOf(0, [
        ['a0', 'a', 5],
        ['b0', 'b', 3],
      ]),
      shardOf(1, [
        ['a1', 'a', 4],
        ['n1', null, 9],
      ]),
    ]
    const found = await siteStores(() => shards, COUNT).unpublished()
    expect(found.map(({ batch }) => batch.id)).to.deep.equal(['b0', 'a1', 'n1'])
  })

  it('say when a crawl is lost', async () => {
    const shard = shardOf(0, [['a', null, 1]])
    const [crawl] = await siteStores(() => [shard], COUNT).unpublished()
    expect(crawl?.lost?.aborted).to.equal(false)
    shard.losing.abort()
    expect(crawl?.lost?.aborted).to.equal(true)
  })

  it('name no more than a hundred at a time', async () => {
    const many = Array.from({ length: 80 }, (_, at) => [`x${at}`, `owner ${at}`, at] as const)
    const others = Array.from({ length: 80 }, (_, at) => [`y${at}`, `other ${at}`, at] as const)
    const shards = [shardOf(0, many), shardOf(1, others)]
    expect(await siteStores(() => shards, COUNT).unpublished()).to.have.length(100)
  })

  it('pass everything on to the home of the batch', async () => {
    const shards = [shardOf(0, []), shardOf(1, [])] as const
    const stores = siteStores(() => shards, COUNT)
    await stores.addListed(inFirst, ['u'])
    await stores.addProbes(inSecond, [])
    await stores.finish(inSecond, ['https://site.test'])
    await stores.setPublished(inFirst)
    expect(shards[0].calls).to.deep.equal([
      ['addListed', inFirst, ['u']],
      ['setPublished', inFirst],
    ])
    expect(shards[1].calls).to.deep.equal([
      ['addProbes', inSecond, []],
      ['finish', inSecond, ['https://site.test']],
    ])
  })

  it('are unavailable for a shard that is not owned, or lost before or meanwhile', async () => {
    const own = shardOf(0, [])
    const stores = siteStores(() => [own], COUNT)
    expect(await rejectionOf(stores.finish(inSecond, ['https://site.test']))).to.include({
      code: 'SERVICE_UNAVAILABLE',
    })
    own.sites.finish = async () => {
      own.losing.abort()
      throw new Error('the file is closed')
    }
    expect(await rejectionOf(stores.finish(inFirst, ['https://site.test']))).to.include({
      code: 'SERVICE_UNAVAILABLE',
    })
    expect(await rejectionOf(stores.setPublished(inFirst))).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(own.calls).to.deep.equal([])
  })

  it('report errors of a shard that is still owned', async () => {
    const own = shardOf(0, [])
    const broken = new Error('broken')
    const away = unavailable('embedded store')
    own.sites.finish = () => Promise.reject(broken)
    own.sites.unpublished = () => Promise.reject(away)
    const stores = siteStores(() => [own], COUNT)
    expect(await rejectionOf(stores.finish(inFirst, ['https://site.test']))).to.equal(broken)
    expect(await rejectionOf(stores.unpublished())).to.equal(away)
  })

  it('name the crawls of the others when one is lost meanwhile', async () => {
    const [gone, other] = [shardOf(0, []), shardOf(1, [['a', null, 1]])]
    gone.sites.unpublished = async () => {
      gone.losing.abort()
      throw new Error('the file is closed')
    }
    expect(await siteStores(() => [gone, other], COUNT).unpublished()).to.have.length(1)
  })
})
