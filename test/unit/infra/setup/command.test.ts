import { join } from 'node:path'
import { expect } from 'chai'
import { rejectionOf } from '#test/contract/eventually.ts'
import { root, type Sandbox, sandbox } from '#test/support/sandbox.ts'

// biome-ignore lint/suspicious/noExplicitAny: the set-up step is plain JavaScript
const { runCommand, which }: any = await import(join(root, 'infra/setup/command.mjs'))

describe('a command of the set-up', () => {
  let box: Sandbox
  beforeEach(async () => {
    box = await sandbox()
  })
  afterEach(() => box.remove())
  const run = (script: string, options = {}) => runCommand('/bin/sh', ['-c', script], options)

  it('resolves with all its output', async () => {
    expect(await run('echo out; echo err >&2'))
      .to.include('out')
      .and.include('err')
  })
  it('rejects with the end of its output when it fails', async () => {
    const { message } = (await rejectionOf(run('echo reason; exit 3'))) as Error
    expect(message)
      .to.match(/exited with code 3/)
      .and.match(/reason/)
  })
  it('is ended when it takes too long', async () => {
    const { message } = (await rejectionOf(run('exec sleep 60', { timeoutMs: 50 }))) as Error
    expect(message).to.match(/was ended by SIGKILL/)
  })
  it('rejects when there is no such program', async () => {
    expect(await rejectionOf(runCommand(join(box.folder, 'none'), []))).to.have.property('code', 'ENOENT')
  })
  it('is found on the path, where it may be run', async () => {
    await box.program('tool', 'true')
    await box.write('other/tool', 'not executable')
    const PATH = `${box.folder}/other::${box.bin}`
    expect(which('tool', { PATH })).to.equal(join(box.bin, 'tool'))
    expect(which('none', { PATH })).to.equal(null)
  })
})
