import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { TaskFailed, unavailable } from '#shared/errors.ts'
import type { IsolatedTasks } from '#shared/ports/isolated-tasks.ts'
import type { IsolatedReply } from './isolated.worker.ts'
import { findIsolation } from './isolation.ts'

/** A process that runs tasks, one at a time. The task is alone in it. */
export interface IsolatedProcess extends IsolatedTasks<unknown, unknown> {
  readonly isAlive: boolean
  /** Ends the process; a running task rejects. */
  end(): void
}

export interface IsolatedProgram {
  /** Of the failure when there is no process. */
  readonly service: string
  /** File of the module that exports `run` (`RunTask`). */
  readonly module: URL
  /** Bytes of memory that the tasks of one process may take, besides what it has at its start. */
  readonly memoryBytes: number
  /** Receives what the system does not allow. */
  readonly warn: (problem: string) => void
}

const WORKER = fileURLToPath(new URL('./isolated.worker.ts', import.meta.url))
/** Milliseconds. A process loads its program within this time, also on a busy machine. */
const START_MS = 30_000

/**
 * Starts a process without an environment, without a network, and with the limit of memory. Rejects with `SERVICE_UNAVAILABLE` when it
 * cannot be started. The process ends with this one, however that ends, and does not keep this one alive.
 */
export async function startIsolatedProcess(program: IsolatedProgram): Promise<IsolatedProcess> {
  const child = await startReady(program).catch((error: unknown) => {
    throw unavailable(program.service, error)
  })
  return {
    async run(task, signal) {
      const reply = nextReply(child, signal)
      child.send(task as object)
      const message = await reply
      if (message.kind === 'done') return message.result
      throw new TaskFailed(message.kind === 'failed' ? message.message : '')
    },
    get isAlive() {
      return child.connected && !child.killed
    },
    end: () => void child.kill('SIGKILL'),
  }
}

async function startReady({ module, memoryBytes, warn }: IsolatedProgram): Promise<ChildProcess> {
  const isolation = await findIsolation()
  const [command = '', ...args] = [
    ...isolation.command,
    ...[process.execPath, WORKER, module.href, String(memoryBytes)],
  ]
  const child = spawn(command, args, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // No secret of the settings is where hostile files are read.
    env: {},
  })
  child.on('error', () => undefined) // `nextReply` reports it
  child.unref()
  child.channel?.unref()
  const ready = await nextReply(child, AbortSignal.timeout(START_MS))
  const problems = [isolation.problem, ready.kind === 'ready' ? ready.problem : null]
  for (const problem of problems) if (problem !== null) warn(problem)
  return child
}

/** The next message of the process. Ends the process when the signal aborts. */
function nextReply(child: ChildProcess, signal: AbortSignal): Promise<IsolatedReply> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      signal.removeEventListener('abort', onAbort)
      child.off('message', onMessage).off('disconnect', onEnd).off('error', onEnd)
      end()
    }
    const onMessage = (message: unknown) => settle(() => resolve(message as IsolatedReply))
    const onEnd = () => settle(() => reject(new TaskFailed('the process ended')))
    const onAbort = () => {
      child.kill('SIGKILL')
      settle(() => reject(signal.reason))
    }
    child.on('message', onMessage).on('disconnect', onEnd).on('error', onEnd)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    else if (!child.connected) onEnd()
  })
}
