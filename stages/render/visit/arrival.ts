import type { WaitUntil } from '#shared/operations/snapshot.ts'
import type { Tab } from '../tab.ts'
import { type Asked, timedOut } from './failures.ts'
import { makeLostEvents } from './lost-events.ts'
import type { Navigation, ShownDocument } from './main-document.ts'
import { leftUntil } from './milestones.ts'
import { navigationTo, objectionTo } from './objection.ts'
import { makePageTimers } from './page-timers.ts'
import type { Watch } from './watch.ts'

/** Where a page has settled. */
export interface Settled {
  readonly document: ShownDocument
  readonly navigation: Navigation
  /** When `waitUntil` was reached, on the clock. */
  readonly reachedAt: number
}

export interface Arrival {
  /**
   * Resolves when what the page shows has reached `waitUntil` and the page is on its way nowhere else. Rejects with the
   * Failures of the contract, TIMEOUT at `deadline` on the clock.
   */
  reach(deadline: number): Promise<Settled>
  /** As `reach`, and the page has had the time in which pages lead on. */
  settle(deadline: number): Promise<Settled>
  /** The first navigation failed: so does whoever waits. */
  fail(error: unknown): void
}

/** A page that leads on by script does so within this time of its load event, in milliseconds of its own clock. */
const LEAD_ON_MS = 70
/** How long that may take by the page's own clock, in milliseconds: one that is busy for longer is taken as it is. */
const BUSY_MS = 1000
/** How long a page may be on its way to another before the one it shows is taken, in milliseconds; the deadline comes first. */
const FOLLOW_MS = 5000
/** The longest without a look, in milliseconds: some things change without an event. */
const LOOK_MS = 500

export function makeArrival(tab: Tab, watch: Watch, waitUntil: WaitUntil, asked: Asked): Arrival {
  const { document, changes } = watch
  const progress = makeProgress(tab, watch, waitUntil)
  let fault: { readonly error: unknown } | null = null

  function look(deadline: number, isPatient: boolean): Settled | number {
    if (fault !== null) throw fault.error
    const objection = objectionTo(tab.proxy, document, asked)
    if (objection !== null) throw objection
    const now = performance.now()
    const found = progress(now, deadline, isPatient)
    if (typeof found === 'number' && now >= deadline) throw timedOut(asked)
    return typeof found === 'number' ? Math.min(found, deadline - now) : found
  }

  async function wait(deadline: number, isPatient: boolean): Promise<Settled> {
    for (;;) {
      const found = look(deadline, isPatient)
      if (typeof found !== 'number') return found
      await changes.next(found)
    }
  }

  return {
    fail(error) {
      fault ??= { error }
      changes.notify()
    },
    reach: (deadline) => wait(deadline, false),
    settle: (deadline) => wait(deadline, mayLeadOn(waitUntil)),
  }
}

/** Where the page has settled, or the milliseconds until it is worth another look, unless something changes before. */
function makeProgress({ cdp }: Tab, { document, traffic, changes }: Watch, waitUntil: WaitUntil) {
  const reached = new WeakMap<ShownDocument, number>()
  const timers = makePageTimers(cdp, waitUntil, LEAD_ON_MS, changes.notify)
  const findLostEvents = makeLostEvents(cdp, (shown) => {
    shown.parsedAt ??= performance.now()
    shown.loadedAt ??= performance.now()
    traffic.end(shown.id)
    changes.notify()
  })

  function reach(shown: ShownDocument, now: number): number {
    const left = leftUntil(waitUntil, shown, traffic.quietSince(), now)
    if (left === 0) {
      reached.set(shown, now)
      if (mayLeadOn(waitUntil)) void timers.begin(shown)
    }
    if (left === null) findLostEvents(shown, now)
    return left ?? LOOK_MS
  }

  return (now: number, deadline: number, isPatient: boolean): Settled | number => {
    const shown = document.shown()
    if (shown === null) return LOOK_MS
    const reachedAt = reached.get(shown)
    if (reachedAt === undefined) return reach(shown, now)
    const patience = isPatient && !timers.haveRun(shown) ? BUSY_MS : 0
    const left = Math.min(reachedAt + (document.isLeaving() ? FOLLOW_MS : patience), deadline) - now
    return left > 0 ? left : { document: shown, navigation: navigationTo(document, shown), reachedAt }
  }
}

/** A page whose network was idle has had that time. */
function mayLeadOn(waitUntil: WaitUntil): boolean {
  return waitUntil === 'load' || waitUntil === 'domcontentloaded'
}
