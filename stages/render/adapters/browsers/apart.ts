import { unavailable } from '#shared/errors.ts'
import type { BrowserCounts } from './keep-alive.ts'
import type { Life } from './life.ts'
import { openSlot, type Slot } from './slot.ts'

/**
 * Does the work with a slot whose browser has no other job: a page that takes its browser along takes nobody else. Rejects like
 * `work`, and with SERVICE_UNAVAILABLE when no browser can be had before the signal is aborted.
 */
export type Apart = <T>(work: (slot: Slot) => Promise<T>, signal: AbortSignal) => Promise<T>

const alone = { maxJobs: 1, maxAgeMs: Number.POSITIVE_INFINITY }

export function makeApart(start: (signal: AbortSignal) => Promise<Life>, counts: BrowserCounts): Apart {
  async function startFor(signal: AbortSignal): Promise<Life> {
    const life = await start(signal).catch((error: unknown) => Promise.reject(unavailable('browser', error)))
    counts.launched += 1
    void life.over.then((why) => {
      if (why === null) counts.crashed += 1
    })
    return life
  }

  return async (work, signal) => {
    const life = await startFor(signal)
    try {
      return await work(openSlot(async () => life, alone))
    } finally {
      await life.end('it has had its job')
    }
  }
}
