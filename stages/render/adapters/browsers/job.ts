import { Failure } from '#shared/errors.ts'
import { DeadlinePassed, type Tab, TabLost, type TabOptions } from '../../tab.ts'
import type { Apart } from './apart.ts'
import type { OpenedTab } from './open-tab.ts'
import type { Slot } from './slot.ts'
import { unlessAborted } from './within.ts'

export interface Job<T> {
  /** Settles like the work; at once when its time is over, when the caller gives up, and when it is ended. */
  readonly result: Promise<T>
  /**
   * Does the work in a tab of the slot, and once more apart from all others when that is lost; resolves when the slot is free for
   * the next job, and never rejects.
   */
  doIn(slot: Slot, apart: Apart): Promise<void>
  end(reason: unknown): void
}

/** The deadline counts from the first tab, through the second try too: the caller waits no longer for that one. */
export function makeJob<T>(work: (tab: Tab) => Promise<T>, { deadlineMs, signal }: TabOptions): Job<T> {
  const ended = new AbortController()
  const done = Promise.withResolvers<T>()
  const freed: Promise<void>[] = []
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
    } catch (error) {
      opened.end(error)
      throw error
    } finally {
      ended.signal.removeEventListener('abort', pass)
    }
  }

  async function attempt(slot: Slot): Promise<T> {
    const opened = await slot.open()
    // Nobody has to wait for its end but the next job.
    return workIn(opened).finally(() => void freed.push(slot.free(opened)))
  }

  async function attempts(slot: Slot, apart: Apart): Promise<T> {
    try {
      return await attempt(slot)
    } catch (error) {
      if (!(error instanceof TabLost)) throw error
    }
    try {
      return await apart(attempt, ended.signal)
    } catch (error) {
      throw error instanceof TabLost ? crashed(error) : error
    }
  }

  const result = unlessAborted(ended.signal, done.promise).finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  })
  return {
    result,
    async doIn(slot, apart) {
      if (!ended.signal.aborted) await attempts(slot, apart).then(done.resolve, done.reject)
      await Promise.all(freed)
    },
    end,
  }
}

/** The first tab may have been another page's victim; the second one had no company. */
function crashed(lost: TabLost): Failure {
  return new Failure('BROWSER_CRASHED', 'The browser crashed on this page', { cause: lost })
}
