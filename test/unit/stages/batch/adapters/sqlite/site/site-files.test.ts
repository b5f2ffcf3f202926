import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { SiteFiles } from '#stages/batch/adapters/sqlite/site/site-files.ts'
import { openFileFixture } from '../../../site-fixture.ts'
import { inspect, scenePages } from './site-scene.ts'

describe('files of sites', () => {
  let folder: string
  let files: SiteFiles
  const at = (name: string) => join(folder, name)

  /** A file in which only that batch is. */
  async function make(name: string, id: string): Promise<void> {
    const fixture = await openFileFixture()
    await inspect(fixture.frontier, id, scenePages('x.example'))
    fixture.all('PRAGMA wal_checkpoint(TRUNCATE)')
    copyFileSync(fixture.path, at(name))
    await fixture.close()
  }
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pageprobe-files-'))
    await make('one.db', 'one')
    await make('two.db', 'two')
    await make('three.db', 'three')
  })
  after(() => rmSync(folder, { recursive: true }))
  beforeEach(() => {
    files = new SiteFiles()
  })
  afterEach(() => files.close())
  const knows = (path: string, id: string) => files.of(path).report(id, null) !== null

  it('have the reader that was there, as long as no other file is asked for', () => {
    const reader = files.of(at('one.db'))
    expect(files.of(at('one.db'))).to.equal(reader)
    expect([knows(at('two.db'), 'two'), knows(at('two.db'), 'one')]).to.deep.equal([true, false])
    expect(files.of(at('one.db'))).not.to.equal(reader)
    expect(knows(at('one.db'), 'one')).to.equal(true)
  })

  it('are opened besides the one that was asked for', () => {
    const reader = files.of(at('one.db'))
    expect(files.with(at('two.db'), (other) => other.report('two', null)?.batch.id)).to.equal('two')
    expect(files.with(at('one.db'), (same) => same)).to.equal(reader)
    expect(files.of(at('one.db'))).to.equal(reader)
  })

  it('are opened anew when another file has taken their place', () => {
    expect(knows(at('two.db'), 'two')).to.equal(true)
    renameSync(at('three.db'), at('two.db'))
    expect([knows(at('two.db'), 'two'), knows(at('two.db'), 'three')]).to.deep.equal([false, true])
  })
})
