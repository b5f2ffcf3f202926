import { EventEmitter } from 'node:events'
import { Cluster } from 'puppeteer-cluster'
import concurrency from 'puppeteer-cluster/dist/concurrency/ConcurrencyImplementation.js'
import type { Page } from 'puppeteer-core'

export interface JobQueue {
  /** Calls the job when one of the places is free, first come first served, with the number of the place (from 0). */
  add(job: (slotIndex: number) => Promise<void>): void
  /** Jobs that still wait are called no more. */
  close(): Promise<void>
}

/** Longest time that a timer can have. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * puppeteer-cluster as what it does well: a queue in front of a fixed number of workers. Its own life cycle of browsers and pages
 * is left out, since a failed relaunch would leave jobs and workers hanging, its deadline would not end the work, and a
 * crashed page would not end the job (facts of version 0.25): here, no step of it can fail or take any time.
 */
export async function openClusterQueue(slotCount: number): Promise<JobQueue> {
  const cluster = await Cluster.launch({
    concurrency: NoBrowsers,
    maxConcurrency: slotCount,
    timeout: MAX_TIMER_MS,
    puppeteer: {},
  })
  return {
    add(job) {
      // Settles with the job, which never rejects.
      void cluster.execute(({ worker }: { worker: { id: number } }) => job(worker.id))
    },
    close: () => cluster.close(),
  }
}

/** Jobs get their tabs from the slot of their place; for the cluster there are no browsers. */
class NoBrowsers extends concurrency.default {
  override async init(): Promise<void> {}
  override async close(): Promise<void> {}
  override async workerInstance() {
    const noop = async () => {}
    const jobInstance = async () => ({ resources: { page: makePagePlaceholder() }, close: noop })
    return { jobInstance, close: noop, repair: noop }
  }
}

/** It is listened to, by each job anew. */
function makePagePlaceholder(): Page {
  return new EventEmitter() as unknown as Page
}
