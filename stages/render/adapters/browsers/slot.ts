import { unavailable } from '#shared/errors.ts'
import { TabLost } from '../../tab.ts'
import type { KeptAlive } from './keep-alive.ts'
import type { Life } from './life.ts'
import type { OpenedTab } from './open-tab.ts'

export interface SlotLimits {
  /** A browser is replaced after so many jobs, or milliseconds, at the end of a job. */
  readonly maxJobs: number
  readonly maxAgeMs: number
}

/** A place for one job at a time, with a browser of its own that is replaced as often as need be. */
export interface Slot {
  /**
   * A tab for a job, once the slot is free. With `isBusy`, the tab of the next job is opened beside it: two jobs in a row never
   * wait for one. Rejects with SERVICE_UNAVAILABLE when no browser can be had.
   */
  open(isBusy: boolean): Promise<OpenedTab>
  /**
   * The job is done: closes its tab, ends the browser if that is due, or opens the next tab ahead. Resolves when the next job may
   * come, which need not wait for all that unless something went wrong. Never rejects.
   */
  free(opened: OpenedTab): Promise<void>
  /** Resolves when nothing is left to do for the jobs that are done by now. */
  quiet(): Promise<void>
  /** The browser, while there is one. */
  life(): Life | null
  /** Ends the browser for good, at once. */
  stop(): Promise<void>
}

/** Browsers that were up, but opened no tab: after so many the job is turned away. */
const TRIES = 2

/** Takes the browsers over; it ends them. */
export function openSlot(kept: KeptAlive, { maxJobs, maxAgeMs }: SlotLimits): Slot {
  let freed: Promise<void> = Promise.resolve()
  let quiet: Promise<void> = Promise.resolve()
  let owner: Life | null = null

  async function open(isBusy: boolean): Promise<OpenedTab> {
    await freed
    for (let tries = 0; tries < TRIES; tries++) {
      owner = await kept.ready()
      try {
        const opened = await owner.take()
        if (isBusy && owner.jobs() < maxJobs) void owner.warmUpBeside()
        return opened
      } catch {
        await owner.end('now', 'it opens no tab')
      }
    }
    throw unavailable('browser')
  }

  /** Why the browser is of no more use. */
  function flawOf(life: Life, { tab: { signal } }: OpenedTab): string | null {
    // A page that crashed may have hurt its browser.
    if (signal.reason instanceof TabLost) return signal.reason.message
    if (life.jobs() >= maxJobs) return 'it has had its jobs'
    return performance.now() - life.since >= maxAgeMs ? 'it is old' : null
  }

  async function close(life: Life, opened: OpenedTab, flaw: string | null): Promise<void> {
    try {
      await opened.close()
    } catch {
      await life.end('now', 'it does not close a tab')
    }
    if (!life.isUp()) await life.gone
    else if (flaw === null) await life.warmUp()
    else await life.end('gently', flaw)
  }

  return {
    open,
    free(opened) {
      if (owner === null) return freed
      const life = owner
      const before = quiet
      const flaw = flawOf(life, opened)
      // A page that was cut off may hold its browser up, and the next job would suffer for it.
      const isWell = flaw === null && life.isUp() && !opened.tab.signal.aborted
      quiet = before.then(() => close(life, opened, flaw))
      freed = isWell ? before : quiet
      return freed
    },
    quiet: () => quiet,
    life: kept.life,
    async stop() {
      await kept.stop()
      await quiet
    },
  }
}
