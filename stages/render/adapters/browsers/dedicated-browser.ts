import { unavailable } from '#shared/errors.ts'
import type { BrowserInstance } from './instance.ts'
import { makeSlot, type Slot } from './slot.ts'
import type { BrowserCounts } from './supervisor.ts'

/**
 * Does the work with a slot whose browser has no other job: a page that takes its browser along takes nobody else. Rejects like
 * `work`, and with SERVICE_UNAVAILABLE when no browser can be had before the signal is aborted.
 */
export type RunIsolated = <T>(work: (slot: Slot) => Promise<T>, signal: AbortSignal) => Promise<T>

const singleJob = { maxJobs: 1, maxAgeMs: Number.POSITIVE_INFINITY }

export function makeRunIsolated(
  launch: (signal: AbortSignal) => Promise<BrowserInstance>,
  counts: BrowserCounts,
): RunIsolated {
  async function launchFor(signal: AbortSignal): Promise<BrowserInstance> {
    const instance = await launch(signal).catch((error: unknown) =>
      Promise.reject(unavailable('browser', error)),
    )
    counts.launched += 1
    void instance.retired.then((reason) => {
      if (reason === null) counts.crashed += 1
    })
    return instance
  }

  return async (work, signal) => {
    const instance = await launchFor(signal)
    try {
      return await work(makeSlot(async () => instance, singleJob))
    } finally {
      await instance.kill('it has had its job')
    }
  }
}
