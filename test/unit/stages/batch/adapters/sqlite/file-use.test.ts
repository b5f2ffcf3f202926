import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { isInUse, unfinishedQuestion } from '#stages/batch/adapters/sqlite/file-use.ts'
import { startBatch } from '#test/contract/frontier/batch-scene.ts'
import { deferredRecord } from '#test/contract/frontier/deferred-record.ts'
import { storeOfEachTest } from '../../store-fixture.ts'

const URL = 'http://a.example/'

describe('the use of a file of the frontier', () => {
  const store = storeOfEachTest()
  const inUse = (name = 'frontier.db') => isInUse(join(store.folder, name), openDatabase)
  const unfinished = () => unfinishedQuestion(store.database.db)()

  it('is none in a new file, or one without tables, and unknown without a file', () => {
    expect([inUse(), unfinished()]).to.deep.equal([false, false])
    writeFileSync(join(store.folder, 'empty.db'), '')
    expect(inUse('empty.db')).to.equal(false)
    expect(inUse('missing.db')).to.equal(null)
  })

  it('goes on with a batch that has ended', async () => {
    await startBatch(store, 'one', [URL])
    expect([inUse(), unfinished()]).to.deep.equal([true, true])
    await store.frontier.dispatch(1)
    await store.frontier.complete([{ id: 'one.1', outcome: null }])
    expect([inUse(), unfinished()]).to.deep.equal([true, false])
  })

  it('ends with the last deferred request', async () => {
    await store.frontier.defer([deferredRecord('r1', URL), deferredRecord('r2', 'http://b.example/')])
    expect([inUse(), unfinished()]).to.deep.equal([true, true])
    await store.frontier.dispatch(2)
    await store.frontier.complete([{ id: 'r1', outcome: null }])
    expect([inUse(), unfinished()]).to.deep.equal([true, true])
    await store.frontier.complete([{ id: 'r2', outcome: null }])
    expect([inUse(), unfinished()]).to.deep.equal([false, false])
  })
})
