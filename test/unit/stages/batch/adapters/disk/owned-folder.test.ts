import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { FolderTaken, lockFolder } from '#stages/batch/adapters/disk/owned-folder.ts'
import { root } from '#test/support/sandbox.ts'

/** Collects garbage before it says so: the caller need not keep what ends the lock. */
const CHILD = `
  import { lockFolder } from '#stages/batch/adapters/disk/owned-folder.ts'
  lockFolder(process.argv[1])
  await new Promise(setImmediate)
  gc()
  process.stdout.write('locked')
  setInterval(() => {}, 1000)
`

describe('lockFolder', () => {
  let folder: string
  let child: ChildProcess | undefined
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pageprobe-lock-'))
  })
  afterEach(() => {
    child?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it('refuses a second owner, and names the folder', () => {
    const unlock = lockFolder(folder)
    expect(() => lockFolder(folder)).to.throw(FolderTaken, folder)
    unlock()
    lockFolder(folder)()
  })

  it('refuses another process, until that is killed', async () => {
    const args = ['--no-warnings', '--expose-gc', '--input-type=module-typescript', '-e', CHILD, folder]
    const other = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    child = other
    await once(other.stdout, 'data')
    expect(() => lockFolder(folder)).to.throw(FolderTaken)
    other.kill('SIGKILL')
    await once(other, 'exit')
    lockFolder(folder)()
  })

  it('reports another error when the lock file itself is broken', () => {
    writeFileSync(join(folder, 'owner.db'), 'x'.repeat(5000))
    expect(() => lockFolder(folder))
      .to.throw(/not a database/)
      .not.instanceOf(FolderTaken)
  })
})
