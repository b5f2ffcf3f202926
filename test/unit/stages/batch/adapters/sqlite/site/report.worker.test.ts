import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { startThreadPool, type ThreadPool } from '#shared/async/threads/thread-pool.ts'
import type { ReportProgram } from '#stages/batch/adapters/sqlite/site/report-program.ts'
import { batchNamed, completionsOf, page } from '#test/contract/frontier/batch-scene.ts'
import { root } from '#test/support/sandbox.ts'
import { openStoreFixture, type StoreFixture } from '../../../store-fixture.ts'

describe('thread that makes reports', () => {
  let store: StoreFixture
  let pool: ThreadPool<ReportProgram>
  before(async () => {
    store = await openStoreFixture()
    const program = pathToFileURL(join(root, 'stages/batch/adapters/sqlite/site/report.worker.ts'))
    pool = startThreadPool({ program, threads: 1, timeoutMs: 15_000, memoryMb: 256 })
  })
  after(async () => {
    await pool.stop()
    await store.end()
  })
  const options = () => ({
    tenant: null,
    isUrgent: false,
    signal: new AbortController().signal,
    moved: new Uint8Array(),
  })

  it('sees what was written since its last answer; rows of a version stay as they were', async () => {
    const source = join(store.folder, 'frontier.db')
    await store.frontier.create(batchNamed('a'))
    await store.frontier.add('a', [page('http://x.example/1'), page('http://y.example/2')])
    await store.frontier.start('a', false)
    const [first, second] = (await store.frontier.dispatch(10)).dispatches
    await store.frontier.complete(completionsOf([first as never]))
    const query = { source, id: 'a', after: 0, limit: 10, selection: null }
    const before = await pool.run('pages', { ...query, version: null }, options())
    await store.frontier.complete(completionsOf([second as never]))
    const same = await pool.run('pages', { ...query, version: before?.version ?? '' }, options())
    const now = await pool.run('pages', { ...query, version: null }, options())
    expect([before?.count, same?.count, now?.count, now?.last]).to.deep.equal([1, 1, 2, 2])
    expect(await pool.run('figures', { source, id: 'b' }, options())).to.equal(null)
  })
})
