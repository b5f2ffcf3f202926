import { abortable } from '#shared/async/timeout.ts'
import { Failure } from '#shared/errors.ts'
import { DeadlineExceeded, TabLost, type TabOptions } from '../../tab/tab.ts'
import type { BrowserTab, OpenedTab } from './open-tab.ts'
import type { RunIsolated, Slot } from './slot.ts'

export type Job<T> = ReturnType<typeof makeJob<T>>

/** The deadline counts from the first tab and includes the second attempt: the caller does not wait longer for a retry. */
export function makeJob<T>(work: (tab: BrowserTab) => Promise<T>, { deadlineMs, signal }: TabOptions) {
  const controller = new AbortController()
  const outcome = Promise.withResolvers<T>()
  const tabsClosing: Promise<void>[] = []
  let timer: NodeJS.Timeout | undefined
  const abort = (reason: unknown) => controller.abort(reason)
  const onCallerAbort = () => abort(signal.reason)
  signal.addEventListener('abort', onCallerAbort, { once: true })
  if (signal.aborted) onCallerAbort()

  async function runInTab(opened: OpenedTab): Promise<T> {
    controller.signal.throwIfAborted()
    timer ??= setTimeout(() => abort(new DeadlineExceeded('The time of the job is over')), deadlineMs)
    const forwardAbort = () => opened.abort(controller.signal.reason)
    controller.signal.addEventListener('abort', forwardAbort, { once: true })
    try {
      return await opened.tab.guard((async () => work(opened.tab))())
    } catch (error) {
      opened.abort(error)
      throw error
    } finally {
      controller.signal.removeEventListener('abort', forwardAbort)
    }
  }

  async function runOnce(slot: Slot): Promise<T> {
    const opened = await slot.openTab()
    // Only the next job of the slot waits until the tab is closed.
    return runInTab(opened).finally(() => void tabsClosing.push(slot.closeTab(opened)))
  }

  async function runWithRetry(slot: Slot, runIsolated: RunIsolated): Promise<T> {
    try {
      return await runOnce(slot)
    } catch (error) {
      if (!(error instanceof TabLost)) throw error
    }
    try {
      return await runIsolated(runOnce, controller.signal)
    } catch (error) {
      throw error instanceof TabLost ? browserCrashed(error) : error
    }
  }

  const result = abortable(controller.signal, outcome.promise).finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', onCallerAbort)
  })
  return {
    /** Settles like the work; rejects at once at the deadline, when the caller aborts, and on `abort`. */
    result,
    /**
     * Does the work in a tab of the slot, and once more in a browser of its own when that tab is lost. Resolves when the slot is free for
     * the next job; never rejects.
     */
    async runIn(slot: Slot, runIsolated: RunIsolated): Promise<void> {
      if (!controller.signal.aborted)
        await runWithRetry(slot, runIsolated).then(outcome.resolve, outcome.reject)
      await Promise.all(tabsClosing)
    },
    abort,
  }
}

/** Another page may have crashed the first tab; the second tab had a browser of its own. */
function browserCrashed(cause: TabLost): Failure {
  return new Failure('BROWSER_CRASHED', 'The browser crashed on this page', { cause })
}
