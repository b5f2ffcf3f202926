import { setTimeout as delay } from 'node:timers/promises'
import type { CDPSession } from 'puppeteer-core'
import type { WaitUntil } from '#shared/operations/snapshot.ts'
import type { Tab } from '../tab/tab.ts'
import { navigationOf, type RequestContext, rejectionReason, timedOut } from './client-failures.ts'
import type { Navigation, ShownDocument } from './main-document.ts'
import type { PageWatcher } from './page-watcher.ts'

/** A page that is loaded and does not navigate. */
export interface SettledPage {
  readonly document: ShownDocument
  readonly navigation: Navigation
  /** When `waitUntil` was reached, on the clock of `performance.now()`. */
  readonly reachedAt: number
}

export type NavigationSettling = ReturnType<typeof makeNavigationSettling>

/** A page that navigates on by script does so within this time after its load event, in milliseconds of the page's own timers. */
const FOLLOW_UP_MS = 70
/** How long these timers may be late on a busy page, in milliseconds; after that the page counts as settled. */
const BUSY_MS = 1000
/** How long a pending navigation is waited for, in milliseconds, before the shown document counts as settled. The deadline has priority. */
const MAX_FOLLOW_MS = 5000
/** Maximum milliseconds between two checks: some changes cause no event. */
const POLL_MS = 500
/** How often a page whose load event is missing is asked for its state, in milliseconds. */
const QUERY_MS = 500
/** How long no more than the allowed requests may be pending, in milliseconds: infra/docs/clients.md#snapshot-parameters. */
const QUIET_MS = 500

/** `request` holds the URL and limits that failures name. */
export function makeNavigationSettling(
  tab: Tab,
  watcher: PageWatcher,
  waitUntil: WaitUntil,
  request: RequestContext,
) {
  const { document, changes } = watcher
  const progress = makeProgressCheck(tab, watcher, waitUntil)
  let failure: { readonly error: unknown } | null = null

  function check(deadline: number, awaitsFollowUp: boolean): SettledPage | number {
    if (failure !== null) throw failure.error
    const rejection = rejectionReason(tab.proxy, document, request)
    if (rejection !== null) throw rejection
    const now = performance.now()
    const result = progress(now, deadline, awaitsFollowUp)
    if (typeof result === 'number' && now >= deadline) throw timedOut(request)
    return typeof result === 'number' ? Math.min(result, deadline - now) : result
  }

  async function wait(deadline: number, awaitsFollowUp: boolean): Promise<SettledPage> {
    for (;;) {
      const result = check(deadline, awaitsFollowUp)
      if (typeof result !== 'number') return result
      await changes.next(result)
    }
  }

  return {
    /** The first navigation failed: rejects the waiting calls with `error`. */
    fail(error: unknown): void {
      failure ??= { error }
      changes.notify()
    },
    /**
     * Resolves when the shown document has reached `waitUntil` and no navigation to another document is pending. Rejects with the
     * `Failure`s of infra/docs/clients.md#errors: TIMEOUT at `deadline`, on the clock of `performance.now()`.
     */
    waitForMilestone: (deadline: number) => wait(deadline, false),
    /** Like `waitForMilestone`, and the page has had the time in which pages start a follow-up navigation. */
    waitForFollowUp: (deadline: number) => wait(deadline, mayFollowUp(waitUntil)),
  }
}

/** Makes a check that returns the settled page, or the milliseconds until the next check if nothing changes before. */
function makeProgressCheck({ cdp }: Tab, { document, activity, changes }: PageWatcher, waitUntil: WaitUntil) {
  const reached = new WeakMap<ShownDocument, number>()
  const timers = makePageTimers(cdp, waitUntil, changes.notify)
  const checkAbortedLoad = makeAbortedLoadCheck(cdp, (shown) => {
    shown.parsedAt ??= performance.now()
    shown.loadedAt ??= performance.now()
    activity.end(shown.id)
    changes.notify()
  })

  function waitForMilestone(shown: ShownDocument, now: number): number {
    const left = msUntilMilestone(waitUntil, shown, activity.quietSince(), now)
    if (left === 0) {
      reached.set(shown, now)
      if (mayFollowUp(waitUntil)) void timers.begin(shown)
    }
    if (left === null) checkAbortedLoad(shown, now)
    return left ?? POLL_MS
  }

  return (now: number, deadline: number, awaitsFollowUp: boolean): SettledPage | number => {
    const shown = document.shown()
    if (shown === null) return POLL_MS
    const reachedAt = reached.get(shown)
    if (reachedAt === undefined) return waitForMilestone(shown, now)
    const graceMs = awaitsFollowUp && !timers.haveRun(shown) ? BUSY_MS : 0
    const left = Math.min(reachedAt + (document.isLeaving() ? MAX_FOLLOW_MS : graceMs), deadline) - now
    return left > 0 ? left : { document: shown, navigation: navigationOf(document, shown), reachedAt }
  }
}

/** Whether a follow-up navigation may still come: a page whose network was idle has had the time for it. */
function mayFollowUp(waitUntil: WaitUntil): boolean {
  return waitUntil === 'load' || waitUntil === 'domcontentloaded'
}

/**
 * Detects pages that have aborted their own loading, by `window.stop` or by a navigation without a document, such as to `mailto:` or a
 * download: such a page is complete, but its load event never comes. Call the returned function while an event is missing; it calls
 * `onComplete` when `document.readyState` is `complete`.
 */
function makeAbortedLoadCheck(
  cdp: Pick<CDPSession, 'send'>,
  onComplete: (shown: ShownDocument) => void,
): (shown: ShownDocument, now: number) => void {
  let queriedAt: number | null = null

  async function queryReadyState(shown: ShownDocument): Promise<void> {
    const expression = 'document.readyState'
    const { result } = await cdp.send('Runtime.evaluate', { expression, returnByValue: true })
    if (result.value === 'complete') onComplete(shown)
  }
  return (shown, now) => {
    queriedAt ??= now
    if (now - queriedAt < QUERY_MS) return
    queriedAt = now
    // The page is gone.
    queryReadyState(shown).catch(() => {})
  }
}

/**
 * Knows whether the timers of a document that were due within `FOLLOW_UP_MS` after its load event (with `domcontentloaded`: after that
 * event) have run: sets one more timer behind them. On a busy page or machine, timers run late. Calls `onRun` when the result of
 * `haveRun` may have changed.
 */
function makePageTimers(cdp: Pick<CDPSession, 'send'>, waitUntil: WaitUntil, onRun: () => void) {
  const run = new WeakSet<ShownDocument>()
  const event = waitUntil === 'domcontentloaded' ? 'domContentLoadedEventStart' : 'loadEventStart'
  const expression = `new Promise((resolve) => {
    const [{ ${event}: at }] = performance.getEntriesByType('navigation')
    const since = at > 0 ? performance.now() - at : 0
    setTimeout(resolve, ${FOLLOW_UP_MS} - since)
  })`

  async function askPage(): Promise<void> {
    const { exceptionDetails } = await cdp.send('Runtime.evaluate', { expression, awaitPromise: true })
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
  }

  return {
    async begin(shown: ShownDocument): Promise<void> {
      // Fails for a page that is gone or has replaced the timer functions.
      await askPage().catch(() => delay(FOLLOW_UP_MS))
      run.add(shown)
      onRun()
    },
    /** False before `begin`. */
    haveRun: (shown: ShownDocument) => run.has(shown),
  }
}

/** Pending requests with which the network still counts as idle. */
export function connectionsAllowed(waitUntil: WaitUntil): number {
  return waitUntil === 'networkidle2' ? 2 : 0
}

/**
 * Milliseconds until the document reaches the milestone if nothing changes; 0 when it has reached it; null when an event has to come
 * first. The network does not count as idle before the document is parsed: the parser may still find requests.
 */
export function msUntilMilestone(
  waitUntil: WaitUntil,
  { parsedAt, loadedAt }: Pick<ShownDocument, 'parsedAt' | 'loadedAt'>,
  quietSince: number | null,
  now: number,
): number | null {
  switch (waitUntil) {
    case 'domcontentloaded':
      return parsedAt === null ? null : 0
    case 'load':
      return loadedAt === null ? null : 0
    case 'networkidle0':
    case 'networkidle2':
      if (parsedAt === null || quietSince === null) return null
      return Math.max(0, Math.max(parsedAt, quietSince) + QUIET_MS - now)
  }
}
