import type { WaitUntil } from '#shared/operations/snapshot.ts'
import type { Tab } from '../tab.ts'
import { type Asked, timedOut } from './failures.ts'
import { makeLostEvents } from './lost-events.ts'
import type { Navigation, ShownDocument } from './main-document.ts'
import { leftUntil } from './milestones.ts'
import { navigationTo, objectionTo } from './objection.ts'
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

/** A page that leads on by script or `refresh` does so within this time of its load event, in milliseconds. */
const LEAD_ON_MS = 100
/** How long a page may be on its way to another before the one it shows is taken, in milliseconds; the deadline comes first. */
const FOLLOW_MS = 5000
/** The longest without a look, in milliseconds: some things change without an event. */
const LOOK_MS = 500

export function makeArrival(tab: Tab, watch: Watch, waitUntil: WaitUntil, asked: Asked): Arrival {
  const { document, changes } = watch
  const progress = makeProgress(tab, watch, waitUntil)
  let fault: { readonly error: unknown } | null = null

  function look(deadline: number, graceMs: number): Settled | number {
    if (fault !== null) throw fault.error
    const objection = objectionTo(tab.proxy, document, asked)
    if (objection !== null) throw objection
    const now = performance.now()
    const found = progress(now, deadline, graceMs)
    if (typeof found === 'number' && now >= deadline) throw timedOut(asked)
    return typeof found === 'number' ? Math.min(found, deadline - now) : found
  }

  async function wait(deadline: number, graceMs: number): Promise<Settled> {
    for (;;) {
      const found = look(deadline, graceMs)
      if (typeof found !== 'number') return found
      await changes.next(found)
    }
  }

  return {
    fail(error) {
      fault ??= { error }
      changes.notify()
    },
    reach: (deadline) => wait(deadline, 0),
    settle: (deadline) => wait(deadline, graceAfter(waitUntil)),
  }
}

/** Where the page has settled, or the milliseconds until it is worth another look, unless something changes before. */
function makeProgress({ cdp }: Tab, { document, traffic, changes }: Watch, waitUntil: WaitUntil) {
  const reached = new WeakMap<ShownDocument, number>()
  const findLostEvents = makeLostEvents(cdp, (shown) => {
    shown.parsedAt ??= performance.now()
    shown.loadedAt ??= performance.now()
    traffic.end(shown.id)
    changes.notify()
  })

  function reach(shown: ShownDocument, now: number): number {
    const left = leftUntil(waitUntil, shown, traffic.quietSince(), now)
    if (left === 0) reached.set(shown, now)
    if (left === null) findLostEvents(shown, now)
    return left ?? LOOK_MS
  }

  return (now: number, deadline: number, graceMs: number): Settled | number => {
    const shown = document.shown()
    if (shown === null) return LOOK_MS
    const reachedAt = reached.get(shown)
    if (reachedAt === undefined) return reach(shown, now)
    const grace = document.isLeaving() ? FOLLOW_MS : graceMs
    const left = Math.min(reachedAt + grace, deadline) - now
    return left > 0 ? left : { document: shown, navigation: navigationTo(document, shown), reachedAt }
  }
}

/** A page whose network was idle has had that time. */
function graceAfter(waitUntil: WaitUntil): number {
  return waitUntil === 'load' || waitUntil === 'domcontentloaded' ? LEAD_ON_MS : 0
}
