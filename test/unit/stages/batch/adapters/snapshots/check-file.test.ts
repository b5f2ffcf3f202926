import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { checkFile } from '#stages/batch/adapters/snapshots/check-file.ts'
import { copyDatabase } from '#stages/batch/adapters/snapshots/copy-database.ts'
import { openSnapshotScene, positionOf, type SnapshotScene, VERSION } from './snapshot-scene.ts'

const PAGE_BYTES = 4096

describe('checkFile', () => {
  let scene: SnapshotScene
  let path: string
  before(async () => {
    scene = openSnapshotScene()
    path = join(scene.folder, 'local', 'copy of a #1?.db')
    await scene.apply(100)
    await copyDatabase(scene.path, path, positionOf)
  })
  after(() => scene.close())

  it('finds no problem in a copy, and leaves nothing beside it', () => {
    expect(checkFile(path)).to.deep.equal({ problem: null, version: VERSION })
    expect(scene.otherFiles()).to.deep.equal(['copy of a #1?.db'])
  })

  it('finds a problem in a file with other bytes, one that is cut, one of another kind, and none', () => {
    const whole = readFileSync(path)
    const variants = {
      other: Buffer.concat([
        whole.subarray(0, 2 * PAGE_BYTES),
        Buffer.alloc(10 * PAGE_BYTES, 0x55),
        whole.subarray(12 * PAGE_BYTES),
      ]),
      cut: whole.subarray(0, 20 * PAGE_BYTES),
      text: Buffer.alloc(5000, 'not a database '),
    }
    for (const [name, bytes] of Object.entries(variants)) {
      const file = join(scene.folder, name)
      writeFileSync(file, bytes)
      const { problem, version } = checkFile(file)
      expect(problem, name).to.be.a('string')
      expect(version, name).to.equal(0)
    }
    expect(checkFile(join(scene.folder, 'none')).problem).to.be.a('string')
  })
})
