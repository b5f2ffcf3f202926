import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'chai'
import { copyBatch } from '#stages/batch/adapters/sqlite/site/copies/copy-batch.ts'
import { SiteReader } from '#stages/batch/adapters/sqlite/site/site-reader.ts'
import { type SiteFixture, siteFixtures } from '../../../../site-fixture.ts'
import { inspect, scenePages } from '../site-scene.ts'

describe('copyBatch', () => {
  let store: SiteFixture
  let folder: string
  beforeEach(async () => {
    store = await (siteFixtures.at(-1) as (typeof siteFixtures)[number])[1]()
    folder = mkdtempSync(join(tmpdir(), 'pageprobe-copies-'))
    await inspect(store.frontier, 'other', scenePages('y.example'))
    await inspect(store.frontier, 'a', scenePages('x.example'))
  })
  afterEach(async () => {
    rmSync(folder, { recursive: true })
    await store.close()
  })
  const reportOf = (path: string, id: string) => {
    const reader = new SiteReader(path)
    const report = reader.report(id, null)
    reader.close()
    return report
  }

  it('copies a batch and no other one', async () => {
    await store.sites.addListed('a', ['http://x.example/a'])
    await store.sites.finish('a', ['https://site.test'])
    const target = join(folder, 'it is 100% a?.db')
    copyBatch(store.path, 'a', target)
    expect(reportOf(target, 'a')).to.deep.equal(reportOf(store.path, 'a'))
    expect(reportOf(target, 'other')).to.equal(null)
    const db = new DatabaseSync(target)
    for (const [table, rows] of [
      ['batches', 1],
      ['homes', 1],
      ['site_results', 6],
      ['site_listed', 1],
    ] as const)
      expect(db.prepare(`SELECT count(*) AS count FROM ${table}`).get(), table).to.include({ count: rows })
    db.close()
  })

  it('copies nothing of a batch that is not there', () => {
    const target = join(folder, 'none.db')
    copyBatch(store.path, 'none', target)
    expect(reportOf(target, 'none')).to.equal(null)
  })

  it('makes no file where there was none to copy', () => {
    const missing = join(folder, 'missing.db')
    expect(() => copyBatch(missing, 'a', join(folder, 'target.db'))).to.throw()
    expect(() => new DatabaseSync(missing, { readOnly: true })).to.throw()
  })
})
