import { Worker } from 'node:worker_threads'
import { BudgetExceeded, type ExceededBudget, type PageBudget } from '#shared/async/budget-exceeded.ts'
import { startRunningTimer } from '#shared/async/running-timer.ts'
import { abortable } from '#shared/async/timeout.ts'
import { Failure } from '#shared/errors.ts'
import { CallQueue } from './call-queue.ts'
import { threadLimits } from './thread-limits.ts'
import type { ThreadCall, ThreadMessage, ThreadProgram } from './thread-program.ts'

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
  /**
   * Who the call is for; null counts as one tenant. Calls wait by tenant, round robin, and while others wait a tenant has all
   * threads but one at most. A tenant whose call exceeded a budget waits for all others, each time for longer.
   */
  readonly tenant: string | null
  /** Urgent calls go before all others of tenants that may use a thread. */
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
  ): Promise<Awaited<ReturnType<Program[Name]>>>
  /** Ends all threads; unfinished calls reject. */
  stop(): Promise<void>
}

interface Call extends ThreadCall {
  readonly tenant: string | null
  readonly moved: Uint8Array
  /** Is called when its thread has ended it: with the milliseconds that it took, or null when it exceeded a budget. */
  ended(ms: number | null): void
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
  const queue = new CallQueue<Call>(options, dispatch)
  let isStopped = false

  function dispatch(): void {
    if (isStopped) return
    for (const thread of threads) while (thread.isFree && runNext(thread));
    if (threads.size === 0 || (queue.hasAny && mayGrow())) threads.add(new Thread(options, dispatch, replace))
  }

  /** Returns false when no waiting call may start. */
  function runNext(thread: Thread): boolean {
    const call = queue.start()
    if (call !== null) thread.run(call)
    return call !== null
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
      if (!isAnyReady) queue.takeAny()?.reject(new BudgetExceeded('crash', options))
      setTimeout(forget, AFTER_FAILED_START_MS).unref()
    }
  }

  dispatch()
  return {
    async run(name, input, { tenant, isUrgent, signal, moved }) {
      signal.throwIfAborted()
      if (isStopped) throw stopped()
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const call: Call = { name, input, tenant, moved, resolve, reject, ended: (ms) => queue.end(tenant, ms) }
      queue.add(call, isUrgent)
      dispatch()
      try {
        return (await abortable(signal, promise)) as never
      } finally {
        queue.drop(call)
      }
    },
    async stop() {
      isStopped = true
      while (queue.hasAny) queue.takeAny()?.reject(stopped())
      await Promise.all([...threads].map((thread) => thread.stop()))
    },
  }
}

function unavailableFailure({
  unavailable,
  cause,
}: Extract<ThreadMessage, { unavailable: string }>): Failure {
  return new Failure('SERVICE_UNAVAILABLE', unavailable, { cause })
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
  #startedAt = 0
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
  run(call: Call): void {
    const { name, input, moved } = call
    try {
      this.#worker.postMessage({ name, input } satisfies ThreadCall, ownMemory(moved))
    } catch (error) {
      call.ended(0)
      call.reject(error)
      return
    }
    this.#call = call
    this.#startedAt = performance.now()
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
    call?.ended(performance.now() - this.#startedAt)
    if (message === 'ready') this.isReady = true
    else if ('error' in message) call?.reject(message.error)
    else if ('unavailable' in message) call?.reject(unavailableFailure(message))
    else call?.resolve(message.result)
    this.#onFree()
  }

  #end(budget: ExceededBudget, cause?: unknown): void {
    if (this.#isDead) return
    this.#isDead = true
    const call = this.#takeCall()
    call?.ended(null)
    call?.reject(new BudgetExceeded(budget, this.#options, cause))
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
