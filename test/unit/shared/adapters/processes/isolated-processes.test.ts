import { expect } from 'chai'
import {
  type IsolatedProcesses,
  type IsolatedProcessesOptions,
  makeIsolatedProcesses,
} from '#shared/adapters/processes/isolated-processes.ts'
import { TaskFailed } from '#shared/errors.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { childrenOf } from '#test/support/service/processes.ts'
import type { TestTask } from './tasks.worker.ts'

const noLimit = new AbortController().signal
const echo = { kind: 'echo', value: 'back' } as const
const options: IsolatedProcessesOptions = {
  service: 'tests',
  module: new URL('./tasks.worker.ts', import.meta.url),
  memoryBytes: 64 * 1024 * 1024,
  idleMs: 60_000,
  warn: () => {},
}

describe('makeIsolatedProcesses', () => {
  let known: number[]
  let processes: IsolatedProcesses<TestTask, unknown>
  beforeEach(() => {
    known = allIds()
    processes = makeIsolatedProcesses(options)
  })
  afterEach(() => processes.close())

  function allIds(): number[] {
    return childrenOf(process.pid, 'isolated.worker')
  }
  const ids = () => allIds().filter((pid) => !known.includes(pid))

  it('runs one task after the other in one process, and tasks at the same time in several', async () => {
    expect(ids()).to.deep.equal([])
    for (let count = 0; count < 5; count++) expect(await processes.run(echo, noLimit)).to.equal('back')
    expect(ids()).to.have.length(1)
    const many = await Promise.all(Array.from({ length: 3 }, () => processes.run(echo, noLimit)))
    expect(many).to.deep.equal(['back', 'back', 'back'])
    expect(ids()).to.have.length(3)
  })

  it('rejects with the message of the task, and continues with the process', async () => {
    const error = await rejectionOf(processes.run({ kind: 'fail', message: 'damaged' }, noLimit))
    expect(error).to.be.instanceOf(TaskFailed).and.include({ message: 'damaged' })
    const [before] = ids()
    expect(await processes.run(echo, noLimit)).to.equal('back')
    expect(ids()).to.deep.equal([before])
  })

  it('ends the process of a task that takes too long at once', async () => {
    await processes.run(echo, noLimit)
    const error = await rejectionOf(processes.run({ kind: 'spin' }, AbortSignal.timeout(300)))
    expect((error as Error).name).to.equal('TimeoutError')
    await eventually(() => ids().length === 0)
    expect(await processes.run(echo, noLimit)).to.equal('back')
  })

  it('rejects a task whose process crashes, and no other', async () => {
    await processes.run(echo, noLimit)
    const [pid = 0] = ids()
    const slow = processes.run({ kind: 'native' }, noLimit)
    const other = processes.run(echo, noLimit)
    process.kill(pid, 'SIGSEGV')
    expect(await rejectionOf(slow)).to.be.instanceOf(TaskFailed)
    expect(await other).to.equal('back')
  })

  it('starts no process for a task that was aborted before', async () => {
    expect(await rejectionOf(processes.run(echo, AbortSignal.abort()))).to.include({ name: 'AbortError' })
    expect(ids()).to.deep.equal([])
  })

  it('keeps a process that started too slowly for its task', async () => {
    expect(await rejectionOf(processes.run(echo, AbortSignal.timeout(1)))).to.include({
      name: 'TimeoutError',
    })
    expect(ids()).to.have.length(1)
  })

  it('ends a process that has no task for a while', async () => {
    const short = makeIsolatedProcesses({ ...options, idleMs: 50 })
    await short.run(echo, noLimit)
    await eventually(() => ids().length === 0)
    expect(await short.run(echo, noLimit)).to.equal('back')
    short.close()
  })

  it('keeps as many processes as it was told, from the beginning and after one has ended', async () => {
    const keeping = makeIsolatedProcesses<TestTask, unknown>({ ...options, idleMs: 50, kept: 1 })
    await eventually(() => ids().length === 1)
    const [first = 0] = ids()
    await Promise.all(Array.from({ length: 3 }, () => keeping.run(echo, noLimit)))
    await eventually(() => ids().length === 1)
    const [kept = first] = ids()
    const running = rejectionOf(keeping.run({ kind: 'native' }, noLimit))
    process.kill(kept, 'SIGKILL')
    expect(await running).to.be.instanceOf(TaskFailed)
    await eventually(() => ids().length === 1 && !ids().includes(kept))
    keeping.close()
    await eventually(() => ids().length === 0)
  })

  it('ends all processes when it closes, and starts none after that', async () => {
    await processes.run(echo, noLimit)
    processes.close()
    await eventually(() => ids().length === 0)
    expect(await rejectionOf(processes.run(echo, noLimit))).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })
})
