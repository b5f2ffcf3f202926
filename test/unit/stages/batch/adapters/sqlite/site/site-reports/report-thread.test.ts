import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { isOverBudget, makeReportThread } from '#stages/batch/adapters/sqlite/site/site-reports.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { root } from '#test/support/sandbox.ts'
import { openFileFixture, type SiteFixture } from '../../../../site-fixture.ts'
import { inspect, scenePages } from '../site-scene.ts'

const program = pathToFileURL(join(root, 'stages/batch/adapters/sqlite/site/report.worker.ts'))
const caller = { owner: 'someone', signal: new AbortController().signal }

describe('thread that reads about sites', () => {
  const stores: SiteFixture[] = []
  const made = async (id: string, pages = scenePages('x.example')) => {
    const store = await openFileFixture()
    stores.push(store)
    await inspect(store.frontier, id, pages)
    return store.path
  }
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close()
  })

  it('reads whichever file it is asked for', async () => {
    const paths = [await made('a'), await made('b')] as const
    const thread = makeReportThread(program, { timeoutMs: 15_000, memoryMb: 256 })
    const totals = async (path: string, id: string) =>
      (await thread.run('figures', { source: path, id }, caller))?.pages.total ?? null
    expect(
      await Promise.all([totals(paths[0], 'a'), totals(paths[1], 'b'), totals(paths[0], 'b')]),
    ).to.deep.equal([7, 7, null])
    await thread.stop()
  })

  it('is unavailable for what exceeds its budget, and says so', async () => {
    // More than can be read in a millisecond.
    const many = Array.from({ length: 40 }, (_, host) => scenePages(`host-${host}.example`))
    const path = await made('a', Object.assign({}, ...many))
    const thread = makeReportThread(program, { timeoutMs: 1, memoryMb: 256 })
    const error = await rejectionOf(thread.run('figures', { source: path, id: 'a' }, caller))
    expect(error).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(isOverBudget(error)).to.equal(true)
    await thread.stop()
  })

  it('passes other errors on', async () => {
    const thread = makeReportThread(program, { timeoutMs: 15_000, memoryMb: 256 })
    const error = await rejectionOf(thread.run('figures', { source: '/none/at/all.db', id: 'a' }, caller))
    expect([error instanceof Error, isOverBudget(error)]).to.deep.equal([true, false])
    await thread.stop()
  })
})
