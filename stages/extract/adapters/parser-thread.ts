import { Worker } from 'node:worker_threads'
import { threadLimits } from '#shared/async/thread-limits.ts'
import type { FromParser, ParserAnswer, ParserTask, ToParser } from './messages.ts'

export interface ThreadOptions {
  /** MiB of heap at which the thread is ended. */
  readonly memoryMb: number
  /** Milliseconds for one task. */
  readonly timeoutMs: number
}

/** Why the thread ended during a task. `crash` is not known to be caused by the page. */
export type ExceededBudget = 'timeout' | 'memory' | 'crash'

export class BudgetExceeded extends Error {
  readonly budget: ExceededBudget

  constructor(budget: ExceededBudget, cause?: unknown) {
    super(`a page ended its parser thread (${budget})`, { cause })
    this.name = 'BudgetExceeded'
    this.budget = budget
  }
}

interface PendingTask {
  readonly task: ParserTask
  /** Bytes of the page, measured before they move to the thread. */
  readonly bytes: number
  resolve(answer: ParserAnswer): void
  reject(error: unknown): void
}

const MIB = 1024 * 1024
/** A thread that has not loaded its program within this time, in milliseconds, is replaced. */
const START_MS = 60_000
/** Share of the thread's memory that the bodies of pages with open look-ups may take together. */
const HELD_SHARE = 1 / 8

/** One parser thread. It runs one task at a time, and ends with a page that exceeds a budget. */
export class ParserThread {
  readonly #options: ThreadOptions
  readonly #worker: Worker
  readonly #onDeath: (thread: ParserThread) => void
  /** Bytes of the pages whose look-ups are open, by id. */
  readonly #openPages = new Map<number, number>()
  #pending: PendingTask | null = null
  #timer: NodeJS.Timeout
  #isReady = false
  #isDead = false

  constructor(options: ThreadOptions, onDeath: (thread: ParserThread) => void) {
    this.#options = options
    this.#onDeath = onDeath
    this.#worker = new Worker(new URL('../parser.worker.ts', import.meta.url), {
      resourceLimits: threadLimits(options.memoryMb),
    })
    this.#worker.on('message', (message: FromParser) => this.#onMessage(message))
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = this.#isReady && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      this.#end(new BudgetExceeded(isMemory ? 'memory' : 'crash', error))
    })
    this.#worker.on('exit', () => this.#end(new BudgetExceeded('crash')))
    this.#worker.unref()
    this.#timer = setTimeout(() => this.#end(new BudgetExceeded('crash')), START_MS).unref()
  }

  /** Whether the thread has loaded its program. The time of a task counts from then on. */
  get isReady(): boolean {
    return this.#isReady
  }

  get isDead(): boolean {
    return this.#isDead
  }

  get isFree(): boolean {
    return this.#pending === null && !this.#isDead
  }

  /** Whether the thread can take the task beside the pages whose look-ups are open. */
  hasRoomFor(task: ParserTask): boolean {
    const held = [...this.#openPages.values()].reduce((sum, bytes) => sum + bytes, 0)
    return this.#openPages.size === 0 || held + bytesOf(task) <= this.#options.memoryMb * MIB * HELD_SHARE
  }

  /** Sends a task and resolves with its answer. Rejects with `BudgetExceeded` when the task ended the thread. */
  run(task: ParserTask): Promise<ParserAnswer> {
    return new Promise((resolve, reject) => {
      this.#pending = { task, bytes: bytesOf(task), resolve, reject }
      if (this.#isReady) this.#startTimer()
      this.#worker.ref()
      try {
        this.#send(task)
      } catch (error) {
        this.#takePending()?.reject(error)
      }
    })
  }

  /** Drops a page whose look-ups will not be answered. */
  release(id: number): void {
    this.#openPages.delete(id)
    if (!this.#isDead) this.#send({ kind: 'release', id })
  }

  async stop(): Promise<void> {
    this.#isDead = true
    this.#takePending()?.reject(new Error('the parser pool is stopped'))
    clearTimeout(this.#timer)
    await this.#worker.terminate()
  }

  #send(message: ToParser): void {
    this.#worker.postMessage(message, transferable(message))
  }

  #startTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#end(new BudgetExceeded('timeout')), this.#options.timeoutMs)
  }

  #onMessage(message: FromParser): void {
    if (message.kind === 'ready') this.#onReady()
    else this.#onAnswer(message)
  }

  #onReady(): void {
    this.#isReady = true
    clearTimeout(this.#timer)
    if (this.#pending !== null) this.#startTimer()
  }

  #onAnswer(answer: ParserAnswer): void {
    const call = this.#takePending()
    if (answer.kind === 'lookups_needed') this.#openPages.set(answer.id, call?.bytes ?? 0)
    else this.#openPages.delete(answer.id)
    if (answer.kind === 'failed') call?.reject(answer.error)
    else call?.resolve(answer)
  }

  #end(error: BudgetExceeded): void {
    if (this.#isDead) return
    this.#isDead = true
    const call = this.#takePending()
    clearTimeout(this.#timer)
    void this.#worker.terminate()
    this.#onDeath(this)
    call?.reject(error)
  }

  #takePending(): PendingTask | null {
    const call = this.#pending
    if (call !== null && this.#isReady) clearTimeout(this.#timer)
    this.#pending = null
    this.#worker.unref()
    return call
  }
}

function bytesOf(task: ParserTask): number {
  return bodyOf(task)?.byteLength ?? 0
}

function bodyOf(message: ToParser): Uint8Array | null {
  if (message.kind === 'parse') return message.page.body
  return message.kind === 'target' ? message.file.body : null
}

/** Buffers to transfer to the thread instead of copying: the body, where its buffer holds nothing else. */
function transferable(message: ToParser): ArrayBuffer[] {
  const body = bodyOf(message)
  if (body === null) return []
  const { buffer, byteLength } = body
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}
