import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Outcome, root, type Sandbox, sandbox } from '#test/support/sandbox.ts'

const PROGRAM = join(root, 'infra/tests/run-tests.ts')
const SKIPS = join(root, 'test/support/skips.ts')

const lastLine = ({ stdout }: Outcome) => stdout.trimEnd().split('\n').at(-1)

describe('the test runner', function () {
  this.timeout(90_000)
  let box: Sandbox

  beforeEach(async () => {
    box = await sandbox()
  })
  afterEach(() => box.remove())

  async function runs(source: string, env: Record<string, string> = {}): Promise<Outcome> {
    await box.write('a.test.ts', source)
    return box.run(process.execPath, [PROGRAM, join(box.folder, 'a.test.ts')], env)
  }

  it('prints the counts last, and exits with 0 when nothing failed', async () => {
    const outcome = await runs(`it('a', () => {}); it('b', () => {}); it('c')`)
    expect(outcome.code).to.equal(0)
    expect(lastLine(outcome)).to.equal('2 passed, 0 failed, 1 skipped')
  })

  it('exits with 1 when a test fails', async () => {
    const outcome = await runs(`it('a', () => {}); it('b', () => { throw new Error('no') })`)
    expect(outcome.code).to.equal(1)
    expect(lastLine(outcome)).to.equal('1 passed, 1 failed, 0 skipped')
  })

  it('fails for a file without a test, unless tests are selected by title', async () => {
    const outcome = await runs(`export const a = 1`)
    expect(outcome.stdout).to.match(/FAILED, 1\n {2}- \/.*a\.test\.ts: there is no test in it\n/)
    expect([lastLine(outcome), outcome.code]).to.deep.equal(['0 passed, 1 failed, 0 skipped', 1])
    const selected = await box.run(process.execPath, [PROGRAM, '-g', 'b', join(box.folder, 'a.test.ts')])
    expect([lastLine(selected), selected.code]).to.deep.equal(['0 passed, 0 failed, 0 skipped', 0])
  })

  /** Fails in its first run: test `a`, or the hook before it. */
  const oncePassing = (body: string) => `import { existsSync, writeFileSync } from 'node:fs'
    const flag = import.meta.dirname + '/tried' + import.meta.filename.length
    const isFirst = !existsSync(flag)
    writeFileSync(flag, '')
    console.log(isFirst ? 'output of the first run' : 'output of the second run')
    const fail = () => { if (isFirst) throw new Error('the first error') }
    ${body}`

  async function runsAt(path: string, source: string): Promise<Outcome> {
    await box.write(path, source)
    return box.run(process.execPath, [PROGRAM, join(box.folder, path)], { CI: 'true' })
  }

  it('runs a failed file once where neither browser nor whole service is at work', async () => {
    const folders = ['unit', 'contract', 'golden', 'architecture']
    for (const folder of folders) await box.write(`test/${folder}/a.test.ts`, oncePassing(`it('a', fail)`))
    const outcome = await box.run(process.execPath, [PROGRAM, box.folder], { CI: 'true' })
    expect(outcome.code).to.equal(1)
    expect(outcome.stdout).to.include('\n0 flaky\n').and.not.include('FLAKY')
    expect(lastLine(outcome)).to.equal('0 passed, 4 failed, 0 skipped')
  })

  it('runs other failed files once more, each in a new process, and counts them as flaky', async () => {
    for (const [path, body] of [
      ['e2e/test', `it('a', fail)`],
      ['browser/hook', `describe('b', () => { before(fail); it('c', () => {}) })`],
      ['browser/process', `it('d', () => { if (isFirst) process.kill(process.pid, 'SIGKILL') })`],
    ]) {
      await box.write(`test/${path}.test.ts`, oncePassing(`console.log('in ' + process.pid + '.')\n${body}`))
    }
    const outcome = await box.run(process.execPath, [PROGRAM, box.folder], { CI: 'true' })
    const flaky = outcome.stdout.slice(outcome.stdout.indexOf('\nFLAKY, 3\n'))
    for (const failure of ['  - a\n', '  - b "before all" hook', 'its process ended with SIGKILL']) {
      expect(flaky).to.include(failure)
    }
    for (const run of ['first', 'second']) {
      expect(outcome.stdout.split(`output of the ${run} run`), run).to.have.lengthOf(4)
    }
    // The file that ends its process is the second one; each second run has a process of its own.
    expect(new Set(outcome.stdout.match(/^in \d+\.$/gm))).to.have.lengthOf(5)
    expect(outcome.stdout).to.include('\n3 flaky\n')
    expect(lastLine(outcome)).to.equal('3 passed, 0 failed, 0 skipped')
    expect(outcome.code).to.equal(0)
  })

  it('fails when such a file fails twice', async () => {
    const outcome = await runsAt('test/e2e/a.test.ts', `it('a', () => { throw new Error('no') })`)
    expect(outcome.stdout)
      .to.match(/FAILED, 1\n {2}- a\n +Error: no\n/)
      .and.include('\n0 flaky\n')
    expect(lastLine(outcome)).to.equal('0 passed, 1 failed, 0 skipped')
  })

  it('fails when more than three files are flaky', async () => {
    for (const name of ['a', 'bb', 'ccc', 'dddd']) {
      await box.write(`test/e2e/${name}.test.ts`, oncePassing(`it('${name}', fail)`))
    }
    const outcome = await box.run(process.execPath, [PROGRAM, join(box.folder, 'test/e2e')])
    expect(outcome.stdout).to.include('4 flaky files are more than 3')
    expect(lastLine(outcome)).to.equal('4 passed, 1 failed, 0 skipped')
    expect(outcome.code).to.equal(1)
  })

  it('runs the files of a folder in one process, which goes on behind a failure and not behind a crash', async () => {
    await box.write(
      'a.test.ts',
      `it('a', () => { console.log('in ' + process.pid + '.'); throw new Error('no') })`,
    )
    await box.write('b.test.ts', `it('b', () => { console.log('in ' + process.pid + '.'); process.exit(3) })`)
    await box.write('c.test.ts', `it('c', () => console.log('in ' + process.pid + '.'))`)
    const outcome = await box.run(process.execPath, [PROGRAM, box.folder])
    const [one, two, three] = [...outcome.stdout.matchAll(/in (\d+)\./g)].map(([, pid]) => pid)
    expect(one).to.equal(two).and.not.equal(three)
    expect(outcome.stdout).to.match(/b\.test\.ts: its process ended with 3, not by a test/)
    expect(lastLine(outcome)).to.equal('1 passed, 2 failed, 0 skipped')
  })

  it('refuses an option that there is not', async () => {
    const outcome = await box.run(process.execPath, [PROGRAM, '--fats'])
    expect(outcome.stderr).to.include(`Unknown option '--fats'`)
    expect(outcome.code).to.equal(1)
  })

  it('counts a file that cannot be loaded as a failure', async () => {
    const outcome = await runs(`import './missing.ts'`)
    expect(outcome.code).to.equal(1)
    expect(lastLine(outcome)).to.equal('0 passed, 1 failed, 0 skipped')
  })

  it('counts finding no test as a failure', async () => {
    const outcome = await box.run(process.execPath, [PROGRAM, join(box.folder, 'none.test.ts')])
    expect(outcome.code).to.equal(1)
    expect(lastLine(outcome)).to.equal('0 passed, 1 failed, 0 skipped')
  })

  it('counts a crash after the last test as a failure', async () => {
    const late = `setTimeout(() => { throw new Error('late') }, 100)`
    const outcome = await runs(`it('a', () => {}); after(() => { ${late} })`)
    expect(outcome.code).to.equal(1)
    expect(lastLine(outcome)).to.equal('1 passed, 1 failed, 0 skipped')
  })

  it('ends a run that a test keeps open, names the open handles, and counts a failure', async () => {
    const source = `import { setTimeout as sleep } from 'node:timers/promises'
      import { Worker } from 'node:worker_threads'
      async function loopForEver() {
        for (;;) await sleep(100)
      }
      it('a', () => void loopForEver())
      it('b', () => {
        new Worker('setInterval(() => {}, 1000)', { eval: true })
      })
      it('c', () => {
        setTimeout(() => {}, 60_000).unref()
        clearTimeout(setTimeout(() => {}, 60_000))
      })`
    const outcome = await runs(source)
    expect(outcome.code).to.equal(1)
    expect(outcome.stderr).to.match(/left something open: .*Timeout/)
    expect(outcome.stderr).to.match(/^Timeout\n +at loopForEver \(.*a\.test\.ts:4:/m)
    expect(outcome.stderr).to.match(/^WORKER\n +at Context\.<anonymous> \(.*a\.test\.ts:8:/m)
    expect(outcome.stderr).not.to.match(/a\.test\.ts:1[12]:/)
    expect(lastLine(outcome)).to.equal('3 passed, 1 failed, 0 skipped')
  })

  const SUITE = `import { skipLoudly } from '${SKIPS}'
    describe('log', () => {
      before(function () { skipLoudly(this, 'no Kafka here') })
      it('appends', () => {})
      describe('groups', () => { it('join', () => {}) })
    })
    it('other', () => {})`

  it('shows why suites were skipped, and which tests', async () => {
    const outcome = await runs(SUITE)
    expect(outcome.code).to.equal(0)
    expect(outcome.stdout).to.include('SKIPPED, 2: no Kafka here\n  - log appends\n  - log groups join\n')
    expect(lastLine(outcome)).to.equal('1 passed, 0 failed, 2 skipped')
  })

  it('counts such a suite as failed under CI', async () => {
    const outcome = await runs(SUITE, { CI: 'true' })
    expect(outcome.code).to.equal(1)
    expect(outcome.stdout).to.include('no Kafka here')
    expect(lastLine(outcome)).to.equal('1 passed, 1 failed, 0 skipped')
  })

  it('ends, with all processes it started, on SIGTERM', async () => {
    await box.write(
      'a.test.ts',
      `it('hangs', async function () {
      this.timeout(0)
      console.log('pid ' + process.pid + '.')
      await new Promise((resolve) => setTimeout(resolve, 60_000))
    })`,
    )
    const runner = spawn(process.execPath, [PROGRAM, join(box.folder, 'a.test.ts')])
    let output = ''
    const started = new Promise<number>((resolve) => {
      runner.stdout.on('data', (chunk) => {
        output += chunk
        const pid = /pid (\d+)\./.exec(output)?.[1]
        if (pid) resolve(Number(pid))
      })
    })
    const pid = await started
    runner.kill('SIGTERM')
    const [code] = await once(runner, 'close')
    expect(code).to.equal(1)
    expect(() => process.kill(pid, 0)).to.throw('ESRCH')
    expect(output.trimEnd()).to.match(/0 passed, 1 failed, 0 skipped$/)
  })
})
