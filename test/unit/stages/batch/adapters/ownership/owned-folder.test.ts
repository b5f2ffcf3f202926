import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { FolderTaken, lockFolder } from '#stages/batch/adapters/ownership/owned-folder.ts'
import { root } from '#test/support/sandbox.ts'

const CHILD = `
  import { lockFolder } from '#stages/batch/adapters/ownership/owned-folder.ts'
  lockFolder(process.argv[1])
  process.stdout.write('locked')
  setInterval(() => {}, 1000)
`

describe('lockFolder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pageprobe-lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('refuses a second owner, and names the folder', () => {
    const unlock = lockFolder(folder)
    expect(() => lockFolder(folder)).to.throw(FolderTaken, folder)
    unlock()
    lockFolder(folder)()
  })

  it('refuses another process, until that is killed', async () => {
    const args = ['--no-warnings', '--input-type=module-typescript', '-e', CHILD, folder]
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    expect(() => lockFolder(folder)).to.throw(FolderTaken)
    child.kill('SIGKILL')
    await once(child, 'exit')
    lockFolder(folder)()
  })

  it('reports another error when the lock file itself is broken', () => {
    writeFileSync(join(folder, 'owner.db'), 'x'.repeat(5000))
    expect(() => lockFolder(folder))
      .to.throw(/not a database/)
      .not.instanceOf(FolderTaken)
  })
})
