import { join } from 'node:path'
import { expect } from 'chai'
import { root, type Sandbox, sandbox } from '#test/support/sandbox.ts'

describe('the checks', () => {
  let box: Sandbox

  beforeEach(async () => {
    box = await sandbox()
    for (const tool of ['biome', 'tsc', 'depcruise', 'knip', 'node']) await tells(tool, 0)
  })
  afterEach(() => box.remove())

  const tells = (tool: string, code: number) =>
    box.program(`../node_modules/.bin/${tool}`, `echo ${tool} says so; exit ${code}`)
  const check = () => box.run(process.execPath, [join(root, 'infra/tools/check.ts')])

  it('print a line each when all pass', async () => {
    const { code, stdout } = await check()
    expect(code).to.equal(0)
    expect(stdout).to.match(/^(passed {2}.*, \d+\.\d s\)\n){5}5 passed, 0 failed, 0 skipped\n$/)
    expect(stdout).not.to.include('says so')
  })

  it('all run, and show their output when they fail', async () => {
    await tells('biome', 1)
    await tells('depcruise', 2)
    const { code, stdout } = await check()
    expect(code).to.equal(1)
    expect(stdout).to.include('biome says so').and.include('depcruise says so').and.not.include('tsc says so')
    expect(stdout).to.match(/passed {2}clocks.*\n3 passed, 2 failed, 0 skipped\n$/)
  })
})
