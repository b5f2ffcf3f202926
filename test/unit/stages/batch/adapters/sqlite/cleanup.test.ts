import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { errorLog } from '#test/support/silent-log.ts'
import {
  batchNamed,
  completionsOf,
  crawlRules,
  openStoreFixture,
  page,
  type StoreFixture,
  startBatch,
} from '../../store-fixture.ts'

describe('makeCleanup', () => {
  let fixture: StoreFixture
  beforeEach(async () => {
    fixture = await openStoreFixture()
  })
  afterEach(() => fixture.end())

  const file = (id: string) => join(fixture.folder, `${id}.ndjson`)

  /** Puts a folder in the place of the file, so that it cannot be removed as a file. */
  function block(id: string): void {
    rmSync(file(id))
    mkdirSync(file(id))
    fixture.database.db.exec('DELETE FROM tails')
  }

  /** Finishes a batch with one result. */
  async function finish(id: string): Promise<void> {
    await startBatch(fixture, id, ['http://x.example/'])
    await fixture.frontier.complete(completionsOf(await fixture.frontier.dispatch(1)))
  }

  it('removes a batch with its file when its retention is over', async () => {
    await finish('a')
    expect(existsSync(file('a'))).to.equal(true)
    fixture = await fixture.reopen({ retentionMs: 0 })
    await eventually(() => !existsSync(file('a')))
    expect(await fixture.frontier.status('a')).to.equal(null)
  })

  it('continues with other batches when a file cannot be removed, and logs it once', async () => {
    for (const id of ['a', 'b', 'c']) await finish(id)
    const { log, errors } = errorLog()
    block('b')
    fixture = await fixture.reopen({ retentionMs: 0, logger: log })
    await eventually(() => !existsSync(file('a')) && !existsSync(file('c')))
    await startBatch(fixture, 'd', ['http://x.example/'])
    expect(await fixture.frontier.dispatch(1)).to.have.length(1)
    expect(await fixture.frontier.status('b')).to.equal(null)
    expect(errors.map((line) => JSON.parse(line).batch)).to.deep.equal(['b'])
  })

  it('removes discarded batches, also expired ones', async () => {
    const crawl = { ...crawlRules, maxMinutes: 1 }
    await fixture.frontier.create(batchNamed('a', { crawl, createdAt: Date.now() - 120_000 }))
    await fixture.frontier.add('a', [page('http://x.example/')])
    await fixture.frontier.discard('a')
    await eventually(() => fixture.database.db.prepare('SELECT count(*) AS n FROM batches').get()?.n === 0)
  })

  it('removes the file after the next start, if it is possible then', async () => {
    await finish('a')
    block('a')
    const { log, errors } = errorLog()
    fixture = await fixture.reopen({ retentionMs: 0, logger: log })
    await eventually(() => errors.length > 0)
    rmSync(file('a'), { recursive: true })
    fixture = await fixture.reopen()
    await eventually(() => fixture.database.db.prepare('SELECT count(*) AS n FROM batches').get()?.n === 0)
  })
})
