import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { programFolder } from '#infra/services/postgres/programs.ts'
import { type Sandbox, sandbox } from '#test/support/sandbox.ts'

describe('the programs of PostgreSQL', () => {
  let box: Sandbox
  beforeEach(async () => {
    box = await sandbox()
  })
  afterEach(() => box.remove())

  async function folderWith(...path: string[]): Promise<string> {
    const folder = join(box.folder, ...path)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'initdb'), '')
    return folder
  }

  it('are those of PATH, where they really are', async () => {
    const real = await folderWith('real')
    const linked = join(box.folder, 'linked')
    await mkdir(linked)
    await symlink(join(real, 'initdb'), join(linked, 'initdb'))
    expect(programFolder(`/nowhere:${linked}`, '/nowhere/*/bin')).to.equal(real)
  })

  it('are else those of the newest package', async () => {
    for (const version of ['9', '15', '16']) await folderWith(version, 'bin')
    await mkdir(join(box.folder, '17', 'bin'), { recursive: true }) // a client alone
    expect(programFolder('/nowhere', join(box.folder, '*/bin'))).to.equal(join(box.folder, '16', 'bin'))
  })

  it('may be missing', () => {
    expect(programFolder('/nowhere', '/nowhere/*/bin')).to.equal(null)
  })
})
