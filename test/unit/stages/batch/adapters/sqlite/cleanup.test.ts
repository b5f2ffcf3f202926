import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import {
  batchNamed,
  completionsOf,
  crawlRules,
  numbered,
  page,
  startBatch,
} from '#test/contract/frontier/batch-scene.ts'
import { errorLog } from '#test/support/silent-log.ts'
import { flowingClockInEachTest } from '#test/unit/driven-clock/flowing-clock.ts'
import { storeOfEachTest } from '../../store-fixture.ts'

describe('makeCleanup', () => {
  const clock = flowingClockInEachTest()
  const store = storeOfEachTest()

  const file = (id: string) => join(store.folder, `${id}.ndjson`)

  /** Puts a folder in the place of the file, so that it cannot be removed as a file. */
  function block(id: string): void {
    rmSync(file(id))
    mkdirSync(file(id))
    store.database.db.exec('DELETE FROM tails')
  }

  /** Finishes a batch with one result. */
  async function finish(id: string): Promise<void> {
    await startBatch(store, id, ['http://x.example/'])
    await store.frontier.complete(completionsOf((await store.frontier.dispatch(1)).dispatches))
  }

  it('removes a batch with its file when its retention is over', async () => {
    await finish('a')
    expect(existsSync(file('a'))).to.equal(true)
    await store.reopen({ retentionMs: 0 })
    await eventually(() => !existsSync(file('a')))
    expect(await store.frontier.status('a')).to.equal(null)
  })

  it('continues with other batches when a file cannot be removed, and logs it once', async () => {
    for (const id of ['a', 'b', 'c']) await finish(id)
    const { log, errors } = errorLog()
    block('b')
    await store.reopen({ retentionMs: 0, logger: log })
    await eventually(() => !existsSync(file('a')) && !existsSync(file('c')))
    await startBatch(store, 'd', ['http://x.example/'])
    expect((await store.frontier.dispatch(1)).dispatches).to.have.length(1)
    expect(await store.frontier.status('b')).to.equal(null)
    expect(errors.map((line) => JSON.parse(line).batch)).to.deep.equal(['b'])
  })

  it('removes discarded batches, also expired ones', async () => {
    const crawl = { ...crawlRules, maxMinutes: 1 }
    await store.frontier.create(batchNamed('a', { crawl, createdAt: Date.now() - 120_000 }))
    await store.frontier.add('a', [page('http://x.example/')])
    await store.frontier.discard('a')
    await eventually(() => store.database.db.prepare('SELECT count(*) AS n FROM batches').get()?.n === 0)
  })

  it('removes the file after the next start, if it is possible then', async () => {
    await finish('a')
    block('a')
    const { log, errors } = errorLog()
    await store.reopen({ retentionMs: 0, logger: log })
    await eventually(() => errors.length > 0)
    rmSync(file('a'), { recursive: true })
    await store.reopen()
    await eventually(() => store.database.db.prepare('SELECT count(*) AS n FROM batches').get()?.n === 0)
  })

  it('removes a batch with its results when its retention is over', async () => {
    await startBatch(store, 'a', ['http://x.example/'])
    await store.frontier.complete(completionsOf((await store.frontier.dispatch(1)).dispatches))
    await store.reopen({ retentionMs: -1 })
    await eventually(async () => (await store.frontier.status('a')) === null)
    const tables = ['batches', 'items', 'seen', 'queues', 'parameters', 'marks']
    const rows = () =>
      tables.map((table) => Number(store.database.db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n))
    await eventually(() => rows().every((count) => count === 0))
  })

  const items = () => store.database.db.prepare('SELECT place % 4294967296 AS seq FROM items').all()

  it('removes the waiting items of a crawl whose time is over, and leaves those in flight', async () => {
    const crawl = { ...crawlRules, maxMinutes: 1 }
    await startBatch(store, 'a', numbered('x.example', 5), { crawl, createdAt: Date.now() })
    await store.frontier.dispatch(2)
    await clock.pass(60_000)
    await eventually(() => items().length === 2)
    expect(items().map(({ seq }) => seq)).to.deep.equal([1, 2])
    expect(await store.counts('a')).to.include({ waiting: 0, running: 2 })
    expect((await store.frontier.status('a', 10))?.hosts).to.deep.equal([
      { host: 'x.example', waiting: 0, running: 2, restsUntil: null },
    ])
  })

  it('removes the items of a cancelled batch, and leaves those of others', async () => {
    await startBatch(store, 'a', numbered('x.example', 600))
    await startBatch(store, 'b', numbered('y.example', 2))
    await store.frontier.dispatch(4)
    await store.frontier.setState('a', 'cancelled')
    await eventually(() => items().length === 2)
    expect(await store.counts('b')).to.include({ waiting: 0, running: 2 })
  })
})
