import type { ParserTask } from './messages.ts'
import type { ParserThread } from './parser-thread.ts'

/** A task that waits for a thread. */
export interface QueuedTask {
  readonly task: ParserTask
  readonly isUrgent: boolean
  /** The thread that holds the parsed page; null = any thread may take the task. */
  readonly affinity: ParserThread | null
  /** Aborted when nobody needs the result any more. */
  readonly signal: AbortSignal
  start(thread: ParserThread): void
  fail(error: unknown): void
}

/** Queue of tasks for parser threads: urgent tasks first, first come first served within each kind. */
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
   * Takes the first task that the thread may run: a task with affinity to it, a target (which leaves nothing in
   * the thread), or the next page if the thread has room for it. Room is freed by finishing pages, so tasks with
   * affinity never wait for room.
   */
  takeNextFor(thread: ParserThread): QueuedTask | undefined {
    const isTarget = ({ task }: QueuedTask) => task.kind === 'target'
    const page = this.#entries.find(({ waiting }) => waiting.affinity === null && !isTarget(waiting))?.waiting
    const fits = (one: QueuedTask) => one === page && thread.hasRoomFor(one.task)
    return this.#take((one) => one.affinity === thread || isTarget(one) || fits(one))
  }

  /** Removes every task that `matches` and rejects it with `reason`. */
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
