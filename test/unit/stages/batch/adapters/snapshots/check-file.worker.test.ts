import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { startThreadPool } from '#shared/async/thread-pool.ts'
import type { CheckPool } from '#stages/batch/adapters/snapshots/check-file.worker.ts'
import { copyDatabase } from '#stages/batch/adapters/snapshots/copy-database.ts'
import { root } from '#test/support/sandbox.ts'
import { openSnapshotScene, positionOf, type SnapshotScene, VERSION } from './snapshot-scene.ts'

const PAGE_BYTES = 4096

describe('thread that checks a file', () => {
  let scene: SnapshotScene
  let pool: CheckPool
  let path: string
  before(async () => {
    scene = openSnapshotScene()
    const program = pathToFileURL(join(root, 'stages/batch/adapters/snapshots/check-file.worker.ts'))
    pool = startThreadPool({ program, threads: 1, timeoutMs: 10_000, memoryMb: 64 })
    path = join(scene.folder, 'local', 'copy of a #1?.db')
    await scene.apply(100)
    await copyDatabase(scene.path, path, positionOf)
  })
  after(async () => {
    await pool.stop()
    await scene.close()
  })
  const check = (file: string) =>
    pool.run('check', file, {
      isUrgent: false,
      signal: new AbortController().signal,
      moved: new Uint8Array(),
    })

  it('finds no problem in a copy, and leaves nothing beside it', async () => {
    expect(await check(path)).to.deep.equal({ problem: null, version: VERSION })
    expect(scene.otherFiles()).to.deep.equal(['copy of a #1?.db'])
  })

  it('finds a problem in a file with other bytes, one that is cut, one of another kind, and none', async () => {
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
      const { problem, version } = await check(file)
      expect([name, problem, version]).to.satisfy(() => typeof problem === 'string' && version === 0)
    }
    expect((await check(join(scene.folder, 'none'))).problem).to.be.a('string')
  })
})
