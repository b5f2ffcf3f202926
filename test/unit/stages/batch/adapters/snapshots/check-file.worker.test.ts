import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { startThreadPool } from '#shared/async/threads/thread-pool.ts'
import type { CheckPool } from '#stages/batch/adapters/snapshots/check-file.worker.ts'
import { copyDatabase } from '#stages/batch/adapters/snapshots/copy-database.ts'
import { root } from '#test/support/sandbox.ts'
import { openSnapshotScene, positionOf, type SnapshotScene, VERSION } from './snapshot-scene.ts'

describe('thread that checks a file', () => {
  let scene: SnapshotScene
  let pool: CheckPool
  let path: string
  before(async () => {
    scene = openSnapshotScene()
    const program = pathToFileURL(join(root, 'stages/batch/adapters/snapshots/check-file.worker.ts'))
    pool = startThreadPool({ program, threads: 1, timeoutMs: 10_000, memoryMb: 64 })
    path = join(scene.folder, 'local', 'copy.db')
    await scene.apply(100)
    await copyDatabase(scene.path, path, positionOf)
  })
  after(async () => {
    await pool.stop()
    await scene.close()
  })
  const check = (file: string) =>
    pool.run('check', file, {
      tenant: null,
      isUrgent: false,
      signal: new AbortController().signal,
      moved: new Uint8Array(),
    })

  it('tells whether it found a problem', async () => {
    expect(await check(path)).to.deep.equal({ problem: null, version: VERSION })
    expect((await check(join(scene.folder, 'none'))).problem).to.be.a('string')
  })
})
