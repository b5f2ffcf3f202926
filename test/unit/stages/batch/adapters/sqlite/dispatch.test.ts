import { expect } from 'chai'
import { makeDispatchQueue } from '#stages/batch/adapters/sqlite/dispatch.ts'
import { openTables } from '#stages/batch/adapters/sqlite/tables.ts'
import { dispatchedUrls, startBatch } from '#test/contract/frontier/batch-scene.ts'
import { storeOfEachTest } from '../../store-fixture.ts'

describe('makeDispatchQueue', () => {
  const store = storeOfEachTest()

  it('checks a paused batch once, however many items of others it takes', async () => {
    const paused = 20
    for (let n = 0; n < paused; n++) {
      await startBatch(store, `paused-${n}`, ['http://x.example/'])
      await store.frontier.setState(`paused-${n}`, 'paused')
    }
    const urls = Array.from({ length: 30 }, (_, n) => `http://h${n}.example/`)
    await startBatch(store, 'running', urls)

    const tables = openTables(store.database.db, 2)
    let checks = 0
    const readyBatch = (after: number) => {
      checks += 1
      return tables.queues.readyBatch(after)
    }
    const releasing = makeDispatchQueue({ ...tables, queues: { ...tables.queues, readyBatch } }, 1000)
    expect(dispatchedUrls(await store.database.write(() => releasing.take(30, Date.now())))).to.deep.equal(
      urls,
    )
    // One check for each batch, and two that find no more.
    expect(checks).to.be.at.most(paused + 1 + 2)
  })
})
