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
  /** A tab for a job, once the one before is closed. Rejects with SERVICE_UNAVAILABLE when no browser can be had. */
  open(): Promise<OpenedTab>
  /** The job is done: closes its tab, ends the browser if that is due, or opens the next tab ahead. Never rejects. */
  free(opened: OpenedTab): Promise<void>
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
  let owner: Life | null = null

  async function open(): Promise<OpenedTab> {
    await freed
    for (let tries = 0; tries < TRIES; tries++) {
      owner = await kept.ready()
      try {
        return await owner.take()
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

  async function close(life: Life, opened: OpenedTab): Promise<void> {
    const flaw = flawOf(life, opened)
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
      if (owner !== null) freed = close(owner, opened)
      return freed
    },
    life: kept.life,
    async stop() {
      await kept.stop()
      await freed
    },
  }
}
