import type { WaitUntil } from '#shared/operations/snapshot.ts'
import type { Tab } from '../../tab/tab.ts'
import { type RequestContext, timedOut } from '../failures/client-failures.ts'
import { navigationOf, rejectionReason } from '../failures/rejection-reason.ts'
import type { Navigation, ShownDocument } from '../page-state/main-document.ts'
import type { PageWatcher } from '../page-state/page-watcher.ts'
import { makeAbortedLoadCheck } from './aborted-load.ts'
import { makePageTimers } from './page-timers.ts'
import { msUntilMilestone } from './wait-until.ts'

/** Where a page has settled. */
export interface SettledPage {
  readonly document: ShownDocument
  readonly navigation: Navigation
  /** When `waitUntil` was reached, on the clock. */
  readonly reachedAt: number
}

export interface NavigationSettling {
  /**
   * Resolves when what the page shows has reached `waitUntil` and the page is on its way nowhere else. Rejects with the
   * Failures of the contract, TIMEOUT at `deadline` on the clock.
   */
  waitForMilestone(deadline: number): Promise<SettledPage>
  /** As `reach`, and the page has had the time in which pages lead on. */
  waitForFollowUp(deadline: number): Promise<SettledPage>
  /** The first navigation failed: so does whoever waits. */
  fail(error: unknown): void
}

/** A page that leads on by script does so within this time of its load event, in milliseconds of its own clock. */
const FOLLOW_UP_MS = 70
/** How long that may take by the page's own clock, in milliseconds: one that is busy for longer is taken as it is. */
const BUSY_MS = 1000
/** How long a page may be on its way to another before the one it shows is taken, in milliseconds; the deadline comes first. */
const MAX_FOLLOW_MS = 5000
/** The longest without a look, in milliseconds: some things change without an event. */
const POLL_MS = 500

export function makeNavigationSettling(
  tab: Tab,
  watcher: PageWatcher,
  waitUntil: WaitUntil,
  request: RequestContext,
): NavigationSettling {
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
    fail(error) {
      failure ??= { error }
      changes.notify()
    },
    waitForMilestone: (deadline) => wait(deadline, false),
    waitForFollowUp: (deadline) => wait(deadline, mayFollowUp(waitUntil)),
  }
}

/** Where the page has settled, or the milliseconds until it is worth another look, unless something changes before. */
function makeProgressCheck({ cdp }: Tab, { document, activity, changes }: PageWatcher, waitUntil: WaitUntil) {
  const reached = new WeakMap<ShownDocument, number>()
  const timers = makePageTimers(cdp, waitUntil, FOLLOW_UP_MS, changes.notify)
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

/** A page whose network was idle has had that time. */
function mayFollowUp(waitUntil: WaitUntil): boolean {
  return waitUntil === 'load' || waitUntil === 'domcontentloaded'
}
