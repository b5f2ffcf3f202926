import { expect } from 'chai'
import {
  completionsOf,
  dispatchedUrls,
  linesOf,
  numbered,
  startBatch,
} from '#test/contract/frontier/batch-scene.ts'
import { frontierOfEachTest } from '#test/contract/frontier/frontier-fixture.ts'
import { openShardedFixture } from '../sharded-fixture.ts'

const URLS = ['one', 'two', 'three', 'four', 'five'].flatMap((name) => numbered(`${name}.example`, 3))

describe('Frontier on 3 shards whose logs are created anew', () => {
  const store = frontierOfEachTest((options) =>
    openShardedFixture(options, { count: 3, isReplayed: false, isLogLost: true }),
  )

  async function finish(): Promise<void> {
    for (let started = await dispatchAll(); started.length > 0; started = await dispatchAll())
      await store.frontier.complete(completionsOf(started))
  }
  const dispatchAll = () => store.frontier.dispatch(100)

  it('finishes the batches that it had, and new ones', async () => {
    await startBatch(store, 'old', URLS)
    const first = await dispatchAll()
    await store.frontier.complete(completionsOf(first.slice(0, 4)))
    const inFlight = first.slice(4)
    await store.reopen()
    expect((await store.frontier.status('old'))?.counts).to.include({ accepted: 15, done: 4 })
    expect(dispatchedUrls(await store.frontier.inFlight(null, 100))).to.have.members(dispatchedUrls(inFlight))
    await store.frontier.complete(completionsOf(inFlight))
    await finish()
    await startBatch(store, 'new', URLS)
    await finish()
    for (const id of ['old', 'new']) {
      expect((await store.frontier.status(id))?.state).to.equal('finished')
      const lines = await linesOf(store, id)
      expect(lines.map(({ n }) => n)).to.deep.equal(Array.from({ length: 15 }, (_, at) => at + 1))
      expect(lines.map(({ url }) => url)).to.have.members(URLS)
    }
  })
})
