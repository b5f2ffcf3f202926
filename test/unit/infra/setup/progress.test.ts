import { join } from 'node:path'
import { expect } from 'chai'
import { root, type Sandbox, sandbox } from '#test/support/sandbox.ts'

const PROGRESS = join(root, 'infra/setup/progress.mjs')

describe('progress of the set-up', () => {
  let box: Sandbox
  beforeEach(async () => {
    box = await sandbox()
  })
  afterEach(() => box.remove())

  async function run(source: string) {
    await box.write('set-up.mjs', `import { runSetup, SetupProblem, step } from '${PROGRESS}'\n${source}`)
    return box.run(process.execPath, ['set-up.mjs'])
  }

  it('is told on stderr when a step begins and ends, and not on stdout', async () => {
    const { code, stdout, stderr } = await run(`await step('packages', async () => 1)`)
    expect([code, stdout]).to.deep.equal([0, ''])
    expect(stderr).to.match(/^set-up: packages …\nset-up: packages: done in \d+\.\d s\n$/)
  })
  it('ends with a problem that the reader can remove, without a stack', async () => {
    const { code, stderr } = await run(
      `await runSetup(() => step('packages', async () => { throw new SetupProblem('install npm') }))`,
    )
    expect(code).to.equal(1)
    expect(stderr).to.match(/packages: failed after .*\nset-up: install npm\n$/s)
  })
  it('ends with the stack of anything else', async () => {
    const { code, stderr } = await run(`await runSetup(async () => { throw new Error('a defect') })`)
    expect(code).to.equal(1)
    expect(stderr).to.match(/Error: a defect\n +at /)
  })
})
