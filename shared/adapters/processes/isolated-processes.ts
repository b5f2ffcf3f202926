import { unavailable } from '#shared/errors.ts'
import type { IsolatedTasks } from '#shared/ports/isolated-tasks.ts'
import { type IsolatedProcess, type IsolatedProgram, startIsolatedProcess } from './isolated-process.ts'

/**
 * Native code that reads hostile files runs in processes of its own: nothing can stop it from outside but the end of its process, and it
 * may crash.
 */
export interface IsolatedProcesses<Task, Result> extends IsolatedTasks<Task, Result> {
  /** Ends all processes. Running tasks reject. */
  close(): void
}

export interface IsolatedProcessesOptions extends IsolatedProgram {
  /** Milliseconds. A process without a task for this time ends. */
  readonly idleMs: number
  /** Processes that start at once and stay without tasks, for those that cannot wait for a start. */
  readonly kept?: number
}

/**
 * Makes a pool. A task takes an idle process, or starts one, and is alone in it: the callers limit how many tasks run at a time.
 */
export function makeIsolatedProcesses<Task, Result>(
  options: IsolatedProcessesOptions,
): IsolatedProcesses<Task, Result> {
  const pool = new Pool(options)
  pool.keepSome()
  return {
    async run(task, signal) {
      signal.throwIfAborted()
      pool.assertOpen()
      // A process that starts too slowly for this task serves the next one.
      const one = await pool.take()
      try {
        signal.throwIfAborted()
        pool.assertOpen()
        return (await one.run(task, signal)) as Result
      } finally {
        pool.giveBack(one)
      }
    },
    close: () => pool.close(),
  }
}

class Pool {
  readonly #options: IsolatedProcessesOptions
  readonly #all = new Set<IsolatedProcess>()
  readonly #idle = new Map<IsolatedProcess, NodeJS.Timeout>()
  #isClosed = false

  constructor(options: IsolatedProcessesOptions) {
    this.#options = { ...options, warn: once(options.warn) }
  }

  assertOpen(): void {
    if (this.#isClosed) throw unavailable(this.#options.service)
  }

  async take(): Promise<IsolatedProcess> {
    for (const [one, timer] of [...this.#idle].reverse()) {
      clearTimeout(timer)
      this.#idle.delete(one)
      if (one.isAlive) return one
      this.#all.delete(one)
    }
    return this.#start()
  }

  giveBack(one: IsolatedProcess): void {
    const { idleMs } = this.#options
    if (this.#isClosed || !one.isAlive) this.#end(one)
    else this.#idle.set(one, setTimeout(() => this.#endIdle(one), idleMs).unref())
    this.keepSome()
  }

  /** A task that comes meanwhile starts a process itself, so a failure is reported there. */
  keepSome(): void {
    const { kept = 0 } = this.#options
    if (this.#isClosed || this.#all.size >= kept) return
    this.#start().then(
      (one) => this.giveBack(one),
      () => undefined,
    )
  }

  close(): void {
    this.#isClosed = true
    for (const one of [...this.#all]) this.#end(one)
  }

  async #start(): Promise<IsolatedProcess> {
    const started = await startIsolatedProcess(this.#options)
    this.#all.add(started)
    return started
  }

  #endIdle(one: IsolatedProcess): void {
    if (this.#idle.size > (this.#options.kept ?? 0)) this.#end(one)
  }

  #end(one: IsolatedProcess): void {
    clearTimeout(this.#idle.get(one))
    this.#idle.delete(one)
    this.#all.delete(one)
    one.end()
  }
}

/** Reports each problem once: it is the same for all processes. */
function once(warn: (problem: string) => void): (problem: string) => void {
  const said = new Set<string>()
  return (problem) => {
    if (!said.has(problem)) warn(problem)
    said.add(problem)
  }
}
