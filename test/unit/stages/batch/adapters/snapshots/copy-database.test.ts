import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { copyDatabase, removeDatabase } from '#stages/batch/adapters/snapshots/copy-database.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import {
  contentOf,
  openSnapshotScene,
  positionOf,
  type SnapshotScene,
  VERSION,
  wholeAt,
} from './snapshot-scene.ts'

describe('copyDatabase', () => {
  let scene: SnapshotScene
  let target: string
  beforeEach(() => {
    scene = openSnapshotScene()
    target = join(scene.folder, 'copy.db')
  })
  afterEach(() => scene.close())
  const copy = () => copyDatabase(scene.path, target, positionOf)

  it('copies what was committed, also what is in the write-ahead log alone', async () => {
    await scene.apply(10)
    expect(existsSync(`${scene.path}-wal`)).to.equal(true)
    expect(await copy()).to.deep.equal({ position: 10, version: VERSION })
    expect(contentOf(target)).to.deep.equal(wholeAt(10))
  })

  it('copies the state of one moment while its connection and another one write', async () => {
    await scene.apply(5000)
    const other = new DatabaseSync(scene.path)
    const write = other.prepare('UPDATE commands SET body = randomblob(4000) WHERE n % 500 = ?')
    let isOver = false
    const copying = copy().finally(() => {
      isOver = true
    })
    let turns = 0
    for (; !isOver; turns++) {
      await scene.apply(20)
      write.run(turns % 500)
      await nextTurn()
    }
    other.close()
    expect(turns).to.be.above(1)
    expect(await copying).to.deep.equal({ position: 5000, version: VERSION })
    expect(contentOf(target)).to.deep.equal(wholeAt(5000))
    expect(contentOf(scene.path)).to.deep.equal(wholeAt(5000 + 20 * turns))
  })

  it('copies nothing of a transaction that is not committed, and does not wait for it', async () => {
    await scene.apply(10)
    const { db } = scene.database
    db.exec('BEGIN IMMEDIATE; UPDATE positions SET intake = 99')
    expect(await copy()).to.deep.equal({ position: 10, version: VERSION })
    db.exec('ROLLBACK')
    expect(contentOf(target)).to.deep.equal(wholeAt(10))
  })

  it('lets the write-ahead log be reset afterwards', async () => {
    await scene.apply(10)
    await copy()
    const { busy } = scene.database.db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number }
    expect(busy).to.equal(0)
  })

  it('rejects when there is no such file, or the position cannot be read', async () => {
    expect(await rejectionOf(copyDatabase(join(scene.folder, 'none'), target, positionOf))).to.be.an('error')
    scene.database.db.exec('DROP TABLE positions')
    expect(await rejectionOf(copy())).to.be.an('error')
    expect(existsSync(target)).to.equal(false)
  })
})

describe('removeDatabase', () => {
  it('removes a file with all that SQLite has left beside it', async () => {
    const scene = openSnapshotScene()
    const path = join(scene.folder, 'local', 'x')
    for (const ending of ['', '-journal', '-wal', '-shm']) writeFileSync(path + ending, 'x')
    await removeDatabase(path)
    await removeDatabase(path)
    expect(scene.otherFiles()).to.deep.equal([])
    await scene.close()
  })
})
