import { Failure } from '#shared/errors.ts'
import { DeadlinePassed, type Tab, TabLost, type TabOptions } from '../../tab.ts'
import type { OpenedTab } from './open-tab.ts'
import type { Slot } from './slot.ts'
import { unlessAborted } from './within.ts'

export interface Job<T> {
  /** Settles like the work; at once when its time is over, when the caller gives up, and when it is ended. */
  readonly result: Promise<T>
  /** Does the work in a tab of the slot; resolves when the slot is free for the next job, and never rejects. */
  doIn(slot: Slot): Promise<void>
  end(reason: unknown): void
}

/** So many tabs may be lost until the page is held responsible. */
const TRIES = 2

/** The deadline counts from the first tab, through the second try too: the caller waits no longer for that one. */
export function makeJob<T>(work: (tab: Tab) => Promise<T>, { deadlineMs, signal }: TabOptions): Job<T> {
  const ended = new AbortController()
  const done = Promise.withResolvers<T>()
  let freed: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  const end = (reason: unknown) => ended.abort(reason)
  const giveUp = () => end(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  if (signal.aborted) giveUp()

  async function workIn(opened: OpenedTab): Promise<T> {
    ended.signal.throwIfAborted()
    timer ??= setTimeout(() => end(new DeadlinePassed('The time of the job is over')), deadlineMs)
    const pass = () => opened.end(ended.signal.reason)
    ended.signal.addEventListener('abort', pass, { once: true })
    try {
      return await opened.tab.guard((async () => work(opened.tab))())
    } finally {
      ended.signal.removeEventListener('abort', pass)
    }
  }

  async function attempt(slot: Slot, lost: readonly TabLost[]): Promise<T> {
    if (lost.length === TRIES) throw crashed(lost)
    const opened = await slot.open()
    const trying = workIn(opened).finally(() => {
      // Nobody has to wait for that but the next job.
      freed = slot.free(opened)
    })
    return trying.catch((error: unknown) => {
      if (error instanceof TabLost) return attempt(slot, [...lost, error])
      throw error
    })
  }

  const result = unlessAborted(ended.signal, done.promise).finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  })
  return {
    result,
    async doIn(slot) {
      if (!ended.signal.aborted) await attempt(slot, []).then(done.resolve, done.reject)
      await freed
    },
    end,
  }
}

function crashed(lost: readonly TabLost[]): Failure {
  return new Failure('BROWSER_CRASHED', 'The browser crashed on this page', { cause: lost.at(-1) })
}
