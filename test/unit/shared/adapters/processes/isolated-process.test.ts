import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect } from 'chai'
import { type IsolatedProcess, startIsolatedProcess } from '#shared/adapters/processes/isolated-process.ts'
import { findIsolation } from '#shared/adapters/processes/isolation.ts'
import { TaskFailed } from '#shared/errors.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { root } from '#test/support/sandbox.ts'
import { childrenOf, descendantsOf, stillRunning } from '#test/support/service/processes.ts'

const MIB = 1024 * 1024
const noLimit = new AbortController().signal
const module = new URL('./tasks.worker.ts', import.meta.url)

/** Runs the program shared/adapters/processes/isolated.worker.ts. */
describe('startIsolatedProcess', () => {
  let isolated: IsolatedProcess
  let pid: number
  let problems: string[]
  const start = async () => {
    const known = childrenOf(process.pid, 'isolated.worker')
    problems = []
    const warn = (problem: string) => problems.push(problem)
    isolated = await startIsolatedProcess({ service: 'tests', module, memoryBytes: 64 * MIB, warn })
    pid = childrenOf(process.pid, 'isolated.worker').find((one) => !known.includes(one)) ?? 0
  }
  beforeEach(start)
  afterEach(() => isolated.end())

  it('runs tasks, one after the other, with bytes', async () => {
    const value = { bytes: Uint8Array.of(1, 2, 255), text: 'a' }
    expect(await isolated.run({ kind: 'echo', value }, noLimit)).to.deep.equal(value)
    expect(await isolated.run({ kind: 'echo', value: null }, noLimit)).to.equal(null)
  })

  it('rejects with the message of a task, and goes on', async () => {
    const failed = await rejectionOf(isolated.run({ kind: 'fail', message: 'damaged' }, noLimit))
    expect(failed).to.be.instanceOf(TaskFailed).and.include({ message: 'damaged' })
    expect(await isolated.run({ kind: 'echo', value: 1 }, noLimit)).to.equal(1)
  })

  it('has no environment: no secret is where hostile files are read', () => {
    const names = readFileSync(`/proc/${pid}/environ`, 'latin1')
      .split('\0')
      .filter((line) => line !== '')
      .map((line) => line.split('=')[0])
    expect(names.filter((name) => !/^NODE_(CHANNEL|V8_COVERAGE)/.test(name ?? ''))).to.deep.equal([])
  })

  it('is the one that ends where memory runs out', () => {
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8').trim()).to.equal('1000')
  })

  it('reaches no network, and has no rights, where the system has namespaces', async function () {
    if ((await findIsolation()).problem !== null) return this.skip()
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    expect(await isolated.run({ kind: 'connect', port }, noLimit)).to.equal('ENETUNREACH')
    server.close()
    const status = String(await isolated.run({ kind: 'status' }, noLimit))
    expect(status)
      .to.match(/^CapEff:\t0+$/m)

      .and.match(/^NoNewPrivs:\t1$/m)
    expect(problems).to.deep.equal([])
  })

  it('takes no more memory than it may, in native code either', async () => {
    expect(await isolated.run({ kind: 'take', bytes: 32 * MIB }, noLimit)).to.equal(1)
    expect(await isolated.run({ kind: 'status' }, noLimit)).to.match(/^Max core file size +0 +0 +bytes/m)
    expect(await rejectionOf(isolated.run({ kind: 'take', bytes: 64 * MIB }, noLimit))).to.be.instanceOf(
      TaskFailed,
    )
  })

  for (const kind of ['native', 'spin'])
    it(`ends at once when its parent is killed, also while it works (${kind})`, async function () {
      if (kind === 'spin' && (await findIsolation()).problem !== null) return this.skip()
      const source = `
      setInterval(() => undefined, 1000)
      const { startIsolatedProcess } = await import(${JSON.stringify(join(root, 'shared/adapters/processes/isolated-process.ts'))})
      const module = new URL(${JSON.stringify(module.href)})
      const one = await startIsolatedProcess({ service: 'tests', module, memoryBytes: 1e8, warn() {} })
      one.run({ kind: '${kind}' }, new AbortController().signal)
      console.log('works')`
      const parent = spawn(process.execPath, ['--input-type=module', '--eval', source], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await once(parent.stdout, 'data')
      const children = descendantsOf(parent.pid ?? 0)
      expect(children).to.have.length(1)
      parent.kill('SIGKILL')
      await eventually(() => stillRunning(children).length === 0)
    })

  it('ends at the abort of its task', async () => {
    const reason = new Error('enough')
    const aborting = new AbortController()
    const running = rejectionOf(isolated.run({ kind: 'spin' }, aborting.signal))
    aborting.abort(reason)
    expect(await running).to.equal(reason)
    expect(isolated.isAlive).to.equal(false)
    await eventually(() => childrenOf(process.pid, 'isolated.worker').every((one) => one !== pid))
  })

  it('rejects the task of a process that ends over it', async () => {
    const running = rejectionOf(isolated.run({ kind: 'native' }, noLimit))
    process.kill(pid, 'SIGKILL')
    expect(await running).to.be.instanceOf(TaskFailed)
    expect(isolated.isAlive).to.equal(false)
  })

  it('rejects when there is no such program', async () => {
    const missing = new URL('./missing.ts', import.meta.url)
    const options = { service: 'tests', module: missing, memoryBytes: MIB, warn: () => {} }
    expect(await rejectionOf(startIsolatedProcess(options))).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })
})
