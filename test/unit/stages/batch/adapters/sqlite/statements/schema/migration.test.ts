import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'chai'
import { NewerFrontier } from '#stages/batch/adapters/sqlite/statements/schema.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { completionsOf, idOf, linesOf } from '#test/contract/frontier/batch-scene.ts'
import { driveClock } from '#test/unit/driven-clock.ts'
import { openStoreFixture } from '#test/unit/stages/batch/store-fixture.ts'

const former = readFileSync(new URL('./frontier-version-0.sql', import.meta.url), 'utf8')
/** The only line of the running batch, as long as the file says. */
const line =
  '{"n":1,"id":"runs.1","operation":"metadata","parameters":{"url":"http://x.example/1"},"url":"http://x.example/1","result":{"title":"A page"}}\n'

describe('a frontier file of a former version', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pageprobe-batches-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function write(sql: string): void {
    const db = new DatabaseSync(join(folder, 'frontier.db'))
    db.exec(sql)
    db.close()
  }

  it('continues: items in flight are dispatched again, then with the next lease', async () => {
    write(former)
    writeFileSync(join(folder, 'runs.ndjson'), line)
    const clock = driveClock()
    const fixture = await openStoreFixture({ leaseMs: 1 }, folder)
    const { frontier } = fixture
    const under = await frontier.inFlight(null, 10)
    expect(under.map((one) => [idOf(one), one.lease])).to.deep.equal([
      ['fed', 1],
      ['runs.2', 1],
      ['runs.4', 1],
    ])
    const cancelled = await frontier.status('cancelled')
    expect([cancelled?.counts.running, typeof cancelled?.finishedAt]).to.deep.equal([0, 'string'])
    await clock.pass(2)
    const again = (await frontier.dispatch(10)).dispatches
    expect(again.map((one) => [idOf(one), one.lease]).toSorted()).to.deep.equal([
      ['fed', 2],
      ['runs.2', 2],
      ['runs.3', 1],
      ['runs.4', 2],
    ])
    await frontier.complete(completionsOf(again))
    expect(await frontier.status('runs')).to.deep.include({ state: 'finished' })
    expect((await linesOf(fixture, 'runs')).map(({ n }) => n)).to.deep.equal([1, 2, 3, 4])
    clock.stop()
    await fixture.end()
  })

  const ended = `INSERT INTO batches (id, request, state, created_at, finished_at) VALUES ('ended', '{}', 'finished', 1, ${Date.now()})`
  const versions = {
    0: `${former}; ${ended}`,
    1: `${former}; ${ended}; ALTER TABLE items ADD COLUMN lease INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE items ADD COLUMN due_at INTEGER; PRAGMA user_version = 1`,
  }
  for (const [version, sql] of Object.entries(versions)) {
    it(`is migrated once from version ${version}, and equals a new file then`, async () => {
      write(sql)
      const [old, fresh] = [await openStoreFixture({}, folder), await openStoreFixture()]
      const columns = (fixture: typeof old) =>
        ['items', 'batches', 'queues'].map((table) =>
          fixture.database.db
            .prepare(`SELECT name, type, "notnull", dflt_value FROM pragma_table_info('${table}')`)
            .all(),
        )
      expect(columns(old)).to.deep.equal(columns(fresh))
      const again = await old.reopen()
      expect(again.database.db.prepare('PRAGMA user_version').get()).to.deep.equal({ user_version: 4 })
      // What ended before reports were made is not announced; what runs will be.
      const unpublished = 'SELECT id FROM batches WHERE site_state < 4 ORDER BY id'
      const left = again.database.db.prepare(unpublished).all() as unknown as { id: string }[]
      expect(left.map(({ id }) => id)).to.not.include('ended')
      expect(left.map(({ id }) => id)).to.include('runs')
      await Promise.all([again.end(), fresh.end()])
    })
  }

  it('is rejected by an older version', async () => {
    write(`${former}; PRAGMA user_version = 99`)
    expect(await rejectionOf(openStoreFixture({}, folder))).to.be.instanceOf(NewerFrontier)
  })
})
