import { abortable } from '#shared/async/timeout.ts'
import { unavailable } from '#shared/errors.ts'
import type { Answer } from '../commands.ts'

/** Senders who wait at the same time. Further ones are refused. */
const MAX_SENDERS = 10_000
/** Answers that are kept for senders whose append has not resolved. */
const MAX_EARLY = 10_000

const away = () => unavailable('shard')

/** The senders of one shard who wait until their commands are applied. */
export class PendingAnswers {
  readonly #signal: AbortSignal
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer>>()
  /** Answers that came before the append resolved. */
  readonly #early = new Map<number, Answer>()
  #senders = 0
  #appending = 0
  #applied = 0
  #isClosed = false

  /** Once the signal is aborted, nobody waits any more. */
  constructor(signal: AbortSignal) {
    this.#signal = signal
    signal.addEventListener('abort', () => this.passed(Number.POSITIVE_INFINITY), { once: true })
  }

  /** Number of senders who wait. */
  get count(): number {
    return this.#senders
  }

  /**
   * Appends a command and resolves with its answer. Rejects as `append` does, and with `SERVICE_UNAVAILABLE` when the
   * command was passed over, when too many wait, after `close`, and once the signal is aborted.
   */
  async send(append: () => Promise<number>): Promise<Answer> {
    if (this.#isClosed || this.#signal.aborted || this.#senders >= MAX_SENDERS) throw away()
    this.#senders += 1
    try {
      const { answer } = await this.#append(append)
      return await answer
    } catch (error) {
      throw this.#signal.aborted ? away() : error
    } finally {
      this.#senders -= 1
    }
  }

  /** The command at this offset was applied. */
  answer(offset: number, answer: Answer): void {
    this.#waiting.get(offset)?.resolve(answer)
    if (this.#waiting.delete(offset) || this.#appending === 0) return
    this.#early.set(offset, answer)
    if (this.#early.size > MAX_EARLY) this.#early.delete(this.#early.keys().next().value as number)
  }

  /** All commands before this position were applied or passed over. */
  passed(position: number): void {
    this.#applied = position
    for (const [offset, { reject }] of this.#waiting) {
      if (offset >= position) continue
      this.#waiting.delete(offset)
      reject(away())
    }
  }

  /** Refuses further commands. */
  close(): void {
    this.#isClosed = true
  }

  async #append(append: () => Promise<number>): Promise<{ readonly answer: Promise<Answer> }> {
    this.#appending += 1
    try {
      return { answer: this.#answerTo(await abortable(this.#signal, append())) }
    } finally {
      this.#appending -= 1
      if (this.#appending === 0) this.#early.clear()
    }
  }

  #answerTo(offset: number): Promise<Answer> {
    const answer = this.#early.get(offset)
    if (answer !== undefined) return Promise.resolve(answer)
    if (offset < this.#applied || this.#signal.aborted) throw away()
    const waiter = Promise.withResolvers<Answer>()
    this.#waiting.set(offset, waiter)
    return waiter.promise
  }
}
