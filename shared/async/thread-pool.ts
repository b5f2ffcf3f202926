import { Worker } from 'node:worker_threads'
import { BudgetExceeded, type ExceededBudget, type PageBudget } from './budget-exceeded.ts'
import { startRunningTimer } from './running-timer.ts'
import { threadLimits } from './thread-limits.ts'
import type { ThreadCall, ThreadMessage, ThreadProgram } from './thread-program.ts'
import { abortable } from './timeout.ts'

export interface ThreadPoolOptions extends PageBudget {
  /** Module that each thread loads. It calls `serveProgram`. */
  readonly program: URL
  /** Maximum number of threads. One starts at once, the others when calls wait. */
  readonly threads: number
  /** MiB of heap for young objects: less of it is slower and keeps the process small. Default: 24. */
  readonly youngMb?: number
}

/** Options of one call. */
export interface CallOptions {
  /** Urgent calls go before all others; else first come, first served. */
  readonly isUrgent: boolean
  readonly signal: AbortSignal
  /** A part of the input whose memory may move to the thread: do not read it afterwards. */
  readonly moved: Uint8Array
}

/** Threads that perform the functions of a program, so that no page blocks the process or ends it. */
export interface ThreadPool<Program extends ThreadProgram> {
  /**
   * Performs one call, with the time limit counted from its start in a thread while the process runs. Rejects with what
   * the function throws, with `BudgetExceeded` when the call ended its thread, and with the reason of `signal` as soon as
   * that is aborted. An aborted call that waits never starts; one that runs keeps its thread until it ends.
   */
  run<Name extends keyof Program & string>(
    name: Name,
    input: Parameters<Program[Name]>[0],
    options: CallOptions,
  ): Promise<ReturnType<Program[Name]>>
  /** Ends all threads; unfinished calls reject. */
  stop(): Promise<void>
}

interface Call extends ThreadCall {
  readonly moved: Uint8Array
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** A thread that has not loaded its program within this time, in milliseconds, is replaced. */
const START_MS = 60_000
/**
 * A program that cannot be loaded now cannot be loaded a moment later either: wait before the next start, in
 * milliseconds.
 */
const AFTER_FAILED_START_MS = 1000

/** Starts a pool of threads. A dead thread is replaced. */
export function startThreadPool<Program extends ThreadProgram>(
  options: ThreadPoolOptions,
): ThreadPool<Program> {
  const threads = new Set<Thread>()
  const queue = new CallQueue()
  let isStopped = false

  function dispatch(): void {
    if (isStopped) return
    for (const thread of threads) while (thread.isFree && queue.hasAny) thread.run(queue.takeNext())
    if (threads.size === 0 || (queue.hasAny && mayGrow())) threads.add(new Thread(options, dispatch, replace))
  }

  /** One thread starts at a time: when it is ready, maybe no call waits any more. */
  function mayGrow(): boolean {
    return threads.size < options.threads && [...threads].every(({ isReady }) => isReady)
  }

  function replace(dead: Thread): void {
    const forget = () => {
      threads.delete(dead)
      dispatch()
    }
    if (dead.isReady) forget()
    else {
      const isAnyReady = [...threads].some(({ isReady }) => isReady)
      if (!isAnyReady) queue.takeNext()?.reject(new BudgetExceeded('crash', options))
      setTimeout(forget, AFTER_FAILED_START_MS).unref()
    }
  }

  dispatch()
  return {
    async run(name, input, { isUrgent, signal, moved }) {
      signal.throwIfAborted()
      if (isStopped) throw stopped()
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const call: Call = { name, input, moved, resolve, reject }
      queue.add(call, isUrgent)
      dispatch()
      try {
        return (await abortable(signal, promise)) as ReturnType<Program[typeof name]>
      } finally {
        queue.drop(call)
      }
    },
    async stop() {
      isStopped = true
      while (queue.hasAny) queue.takeNext()?.reject(stopped())
      await Promise.all([...threads].map((thread) => thread.stop()))
    },
  }
}

/** Calls that wait for a thread. */
class CallQueue {
  readonly #urgent = new Set<Call>()
  readonly #others = new Set<Call>()

  get hasAny(): boolean {
    return this.#urgent.size + this.#others.size > 0
  }

  add(call: Call, isUrgent: boolean): void {
    const queue = isUrgent ? this.#urgent : this.#others
    queue.add(call)
  }

  takeNext(): Call | undefined {
    const [call] = this.#urgent.size > 0 ? this.#urgent : this.#others
    if (call !== undefined) this.drop(call)
    return call
  }

  /** Removes a call that may have been taken. */
  drop(call: Call): void {
    this.#urgent.delete(call)
    this.#others.delete(call)
  }
}

/** One thread. It performs one call at a time, and ends with a call that exceeds a budget. */
class Thread {
  /** Whether the thread has loaded its program. */
  isReady = false
  readonly #options: ThreadPoolOptions
  readonly #worker: Worker
  readonly #onFree: () => void
  readonly #onDeath: (thread: Thread) => void
  #call: Call | null = null
  #stopTimer: () => void
  #isDead = false

  constructor(options: ThreadPoolOptions, onFree: () => void, onDeath: (thread: Thread) => void) {
    this.#options = options
    this.#onFree = onFree
    this.#onDeath = onDeath
    const resourceLimits = threadLimits(options.memoryMb, options.youngMb)
    this.#worker = new Worker(options.program, { resourceLimits })
    this.#worker.on('message', (message: ThreadMessage) => this.#onMessage(message))
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = this.isReady && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      this.#end(isMemory ? 'memory' : 'crash', error)
    })
    this.#worker.on('exit', () => this.#end('crash'))
    this.#stopTimer = startRunningTimer(START_MS, () => this.#end('crash'))
  }

  get isFree(): boolean {
    return this.isReady && this.#call === null && !this.#isDead
  }

  /** Starts a call; one whose input cannot be sent is rejected. */
  run(call: Call | undefined): void {
    if (call === undefined) return
    const { name, input, moved } = call
    try {
      this.#worker.postMessage({ name, input } satisfies ThreadCall, ownMemory(moved))
    } catch (error) {
      call.reject(error)
      return
    }
    this.#call = call
    this.#worker.ref()
    this.#stopTimer = startRunningTimer(this.#options.timeoutMs, () => this.#end('timeout'))
  }

  async stop(): Promise<void> {
    this.#isDead = true
    this.#takeCall()?.reject(stopped())
    await this.#worker.terminate()
  }

  #onMessage(message: ThreadMessage): void {
    const call = this.#takeCall()
    if (message === 'ready') this.isReady = true
    else if ('error' in message) call?.reject(message.error)
    else call?.resolve(message.result)
    this.#onFree()
  }

  #end(budget: ExceededBudget, cause?: unknown): void {
    if (this.#isDead) return
    this.#isDead = true
    this.#takeCall()?.reject(new BudgetExceeded(budget, this.#options, cause))
    void this.#worker.terminate()
    this.#onDeath(this)
  }

  /** An idle thread does not keep the process alive. */
  #takeCall(): Call | null {
    const call = this.#call
    this.#stopTimer()
    this.#call = null
    this.#worker.unref()
    return call
  }
}

/** Buffers to transfer to the thread instead of copying: the bytes, where their buffer holds nothing else. */
function ownMemory({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}

function stopped(): Error {
  return new Error('the threads are stopped')
}
