import { startRunningTimer } from '#shared/async/running-timer.ts'
import { unavailable } from '#shared/errors.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'

/**
 * The records of one append that go to one partition, until they are durable, refused, or their time is over. They may be
 * sent in several pieces.
 */
export class PartitionAppend {
  readonly records: readonly NewRecord[]
  readonly mayLinger: boolean
  /** Settles once; resolves with the offsets of the records, in their order. */
  readonly done: Promise<readonly number[]>
  readonly #result = Promise.withResolvers<readonly number[]>()
  readonly #offsets: number[] = []
  readonly #withdraw: () => void
  #isOver = false

  /** Rejects with `SERVICE_UNAVAILABLE` after `limitMs` in which the process ran. */
  constructor(records: readonly NewRecord[], mayLinger: boolean, limitMs: number) {
    this.records = records
    this.mayLinger = mayLinger
    this.done = this.#result.promise
    this.#withdraw = startRunningTimer(limitMs, () =>
      this.reject(unavailable('event log', new Error('Not durable in time'))),
    )
  }

  /** Whether nobody waits for it any more. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** The next `count` records are durable, the first of them at this offset. */
  resolve(offset: number, count: number): void {
    for (let at = 0; at < count; at++) this.#offsets.push(offset + at)
    if (this.#offsets.length < this.records.length) return
    this.#end()
    this.#result.resolve(this.#offsets)
  }

  reject(error: unknown): void {
    this.#end()
    this.#result.reject(error)
  }

  #end(): void {
    this.#isOver = true
    this.#withdraw()
  }
}
