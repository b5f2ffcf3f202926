import { join } from 'node:path'
import { expect } from 'chai'
import { type FileRun, startWorker } from '#infra/tests/worker-process.ts'
import { type Sandbox, sandbox } from '#test/support/sandbox.ts'

const mocha = { timeout: 30_000, slow: 1000, bail: false, forbidOnly: false }

describe('a worker of the test run', function () {
  this.timeout(90_000)
  let box: Sandbox
  beforeEach(async () => {
    box = await sandbox()
  })
  afterEach(() => box.remove())

  async function run(sources: readonly string[], limitMs = 60_000): Promise<[FileRun[], string | null]> {
    const worker = startWorker({ mocha, print: 'collect', env: { SOME_SETTING: 'x' }, limitMs })
    const runs: FileRun[] = []
    for (const [at, source] of sources.entries()) {
      await box.write(`${at}.test.ts`, source)
      if (!worker.hasEnded) runs.push(await worker.run(join(box.folder, `${at}.test.ts`)))
    }
    return [runs, await worker.end()]
  }

  it('reports on each file, with its own output and no other', async () => {
    const [runs, why] = await run([
      `it('a', () => console.log(process.env.SOME_SETTING + 'yz')); it('b', () => { throw new Error('no') })`,
      `it.skip('c', () => {})`,
    ])
    expect(why).to.equal(null)
    expect(runs.map(({ passed, failures, skipped }) => [passed, failures.length, skipped])).to.deep.equal([
      [1, 1, {}],
      [0, 0, { 'no reason given': ['c'] }],
    ])
    expect(runs[0]?.output).to.include('xyz').and.include('1 passing')
    expect(runs[1]?.output).to.include('1 pending').and.not.include('xyz')
  })

  it('kills a file that takes too long, and says so', async () => {
    const source = `it('a', async function () { this.timeout(0); await new Promise(() => setInterval(() => {}, 999)) })`
    const [[only]] = await run([source], 3000)
    expect(only?.failures.join()).to.match(/its process ended with SIGKILL, not by a test/)
  })

  it('closes what its files share, at the end', async () => {
    const shared = join(import.meta.dirname, '../../../support/worker/at-worker-end.ts')
    const use = (name: string) => `import { atWorkerEnd } from '${shared}'
      it('a', () => atWorkerEnd(async () => { throw new Error('closed ${name}') }))`
    const [, why] = await run([use('first'), use('second')])
    expect(why)
      .to.match(/after .*1\.test\.ts: the worker ended with 1/)
      .and.include('closed second')
  })

  it('ends, whatever a test left behind', async () => {
    const [[only]] = await run([
      `import { spawn } from 'node:child_process'
      it('a', () => {
        const stdio = ['ignore', 'inherit', 'inherit']
        const left = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 120_000)'], { stdio, detached: true })
        left.unref()
        console.log('left behind: ' + left.pid)
      })`,
    ])
    process.kill(Number(/left behind: (\d+)/.exec(only?.output ?? '')?.[1]))
    expect(only?.passed).to.equal(1)
  })
})
