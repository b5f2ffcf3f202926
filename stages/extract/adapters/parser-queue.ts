import type { ParserTask } from './messages.ts'
import type { ParserThread } from './parser-thread.ts'

/** A task that waits for a thread. */
export interface QueuedTask {
  readonly task: ParserTask
  readonly isUrgent: boolean
  /** The thread that knows the page already; null = any. */
  readonly affinity: ParserThread | null
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal
  start(thread: ParserThread): void
  fail(error: unknown): void
}

/** What waits for a thread: urgent tasks first, each kind in the order they came. */
export class ParserQueue {
  readonly #entries: { readonly waiting: QueuedTask; readonly onAbort: () => void }[] = []

  add(waiting: QueuedTask): void {
    const { signal, isUrgent } = waiting
    const entry = { waiting, onAbort: () => this.fail((one) => one === waiting, signal.reason) }
    const at = isUrgent ? this.#entries.findIndex((other) => !other.waiting.isUrgent) : -1
    this.#entries.splice(at < 0 ? this.#entries.length : at, 0, entry)
    signal.addEventListener('abort', entry.onAbort)
  }

  /**
   * Takes the first task that the thread is home to, that leaves nothing behind, or the next page if the thread has room
   * for it. Room is made by pages that wait for such tasks, so these never wait for room.
   */
  takeNextFor(thread: ParserThread): QueuedTask | undefined {
    const isTarget = ({ task }: QueuedTask) => task.kind === 'target'
    const page = this.#entries.find(({ waiting }) => waiting.affinity === null && !isTarget(waiting))?.waiting
    const fits = (one: QueuedTask) => one === page && thread.hasRoomFor(one.task)
    return this.#take((one) => one.affinity === thread || isTarget(one) || fits(one))
  }

  /** Takes out all tasks for which `matches` holds, and tells them why. */
  fail(matches: (waiting: QueuedTask) => boolean, reason: unknown): void {
    for (let one = this.#take(matches); one !== undefined; one = this.#take(matches)) one.fail(reason)
  }

  #take(matches: (waiting: QueuedTask) => boolean): QueuedTask | undefined {
    const at = this.#entries.findIndex(({ waiting }) => matches(waiting))
    if (at < 0) return undefined
    const [entry] = this.#entries.splice(at, 1)
    entry?.waiting.signal.removeEventListener('abort', entry.onAbort)
    return entry?.waiting
  }
}
