import { join } from 'node:path'
import { expect } from 'chai'
import { runMocha } from '#infra/setup/mocha-run.ts'
import { type Sandbox, sandbox } from '#test/support/sandbox.ts'

describe('a run of mocha', function () {
  this.timeout(90_000)
  let box: Sandbox
  beforeEach(async () => {
    box = await sandbox()
  })
  afterEach(() => box.remove())

  async function run(source: string, more: { timeoutMs?: number; env?: Record<string, string> } = {}) {
    await box.write('a.test.ts', source)
    return runMocha([join(box.folder, 'a.test.ts')], { print: 'pipe', timeoutMs: 20_000, ...more })
  }

  it('reports its tests by file, and collects its output', async () => {
    const { files, crash, output } = await run(`it('a', () => {}); it('b', () => { throw new Error('no') })`)
    expect(crash).to.equal(null)
    expect(Object.values(files).map(({ passed, failures }) => [passed, failures.length])).to.deep.equal([
      [1, 1],
    ])
    expect(output).to.include('1 passing')
  })

  it('has the environment that it is given', async () => {
    const source = `it('a', () => { if (process.env.SOME_SETTING !== 'x') throw new Error('no') })`
    expect(Object.values((await run(source, { env: { SOME_SETTING: 'x' } })).files)[0]?.passed).to.equal(1)
  })

  it('that takes too long is killed, and is a crash', async () => {
    const { crash } = await run(
      `it('a', async function () { this.timeout(0); await new Promise(() => setInterval(() => {}, 999)) })`,
      {
        timeoutMs: 3000,
      },
    )
    expect(crash).to.match(/mocha ended with SIGKILL/)
  })

  it('ends, whatever a test left behind', async () => {
    const { output } = await run(`
      import { spawn } from 'node:child_process'
      it('a', () => {
        const stdio = ['ignore', 'inherit', 'inherit']
        const left = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 120_000)'], { stdio, detached: true })
        left.unref()
        console.log('left behind: ' + left.pid)
      })`)
    process.kill(Number(/left behind: (\d+)/.exec(output)?.[1]))
    expect(output).to.include('1 passing')
  })
})
