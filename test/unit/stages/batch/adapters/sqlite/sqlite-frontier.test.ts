import { mock } from 'node:test'
import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { batchNamed, completionsOf, linesOf, page, startBatch } from '#test/contract/frontier/batch-scene.ts'
import { frontierContract } from '#test/contract/frontier/frontier.ts'
import {
  type FrontierFixture,
  frontierOfEachTest,
  type OpenFrontier,
} from '#test/contract/frontier/frontier-fixture.ts'
import { frontierOfOneProcessContract } from '#test/contract/frontier/processes/one-process.ts'
import { lineGroup } from '#test/contract/frontier/submissions/line-groups.ts'
import { openStoreFixture, type StoreFixture, storeOfEachTest } from '../../store-fixture.ts'

const openSqlite: OpenFrontier = async (options) => {
  const realNow = Date.now
  let passed = 0
  const clock = mock.method(Date, 'now', () => realNow() + passed)

  const fixtureOf = (store: StoreFixture): FrontierFixture => ({
    frontier: store.frontier,
    readResults: store.readResults,
    async pass(ms) {
      passed += ms
    },
    reopen: async (changed) => fixtureOf(await store.reopen(changed)),
    async close() {
      await store.end()
      clock.mock.restore()
    },
  })
  return fixtureOf(await openStoreFixture(options))
}

frontierContract('SQLite', openSqlite)

describe('Frontier of one process: SQLite', () => {
  frontierOfOneProcessContract(frontierOfEachTest(openSqlite))
})

describe('sqliteFrontier', () => {
  const store = storeOfEachTest()

  it('resolves after the sync: submissions, completions, deferred requests', async () => {
    await store.frontier.create(batchNamed('b'))
    await startBatch(store, 'a', ['http://x.example/'])
    const dispatches = (await store.frontier.dispatch(1)).dispatches
    const full = unavailable('disk')
    const durability = { synced: () => Promise.reject(full), close: async () => undefined }
    await store.reopen({ durability })
    await store.frontier.create(batchNamed('b2'))
    for (const work of [
      store.frontier.start('b2', false),
      store.frontier.complete(completionsOf(dispatches)),
      store.frontier.defer([]),
    ]) {
      expect(await rejectionOf(work)).to.equal(full)
    }
    await store.reopen({ durability: { ...durability, synced: async () => undefined } })
    await store.frontier.complete(completionsOf(dispatches))
    expect((await linesOf(store, 'a')).map(({ n }) => n)).to.deep.equal([1])
  })

  it('survives an invalid call: other calls of the same turn succeed', async () => {
    await store.frontier.create(batchNamed('a'))
    const wrong = store.frontier
      .addLines('a', { ...lineGroup(1, []), rejected: [{ line: 1 } as never], next: 2 })
      .catch((error) => error)
    const right = store.frontier.add('a', [page('http://one.example/')])
    expect(await wrong).to.be.an.instanceOf(TypeError)
    expect(await right).to.deep.equal([true])
    expect(await store.counts('a')).to.include({ accepted: 1, rejected: 0 })
  })

  it('numbers the items of a batch from 1', async () => {
    await startBatch(store, 'a', ['http://x.example/', 'http://y.example/', 'http://z.example/'])
    const numbers = completionsOf((await store.frontier.dispatch(3)).dispatches).map(({ id }) => id)
    expect(numbers).to.deep.equal(['a.1', 'a.2', 'a.3'])
  })
})
