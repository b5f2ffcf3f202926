import { EventEmitter } from 'node:events'
import { Cluster } from 'puppeteer-cluster'
import concurrency from 'puppeteer-cluster/dist/concurrency/ConcurrencyImplementation.js'
import type { Page } from 'puppeteer-core'

export interface JobQueue {
  /** Calls the job when a slot is free, first come first served, with the index of the slot. */
  add(job: (slotIndex: number) => Promise<void>): void
  /** Drops jobs that still wait. */
  close(): Promise<void>
}

/** The longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Uses puppeteer-cluster as a queue in front of a fixed number of workers. Its management of browsers and pages is not used: in
 * version 0.25 a failed relaunch leaves jobs and workers hanging, its timeout does not stop the work, and a crashed page does not
 * end the job. The steps of it that are used cannot fail and take no time.
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

/** Jobs get their tabs from the slots of the pool; the cluster manages no browser. */
class NoBrowsers extends concurrency.default {
  override async init(): Promise<void> {}
  override async close(): Promise<void> {}
  override async workerInstance() {
    const noop = async () => {}
    const jobInstance = async () => ({ resources: { page: makePagePlaceholder() }, close: noop })
    return { jobInstance, close: noop, repair: noop }
  }
}

/** The cluster adds listeners to the page of each job. */
function makePagePlaceholder(): Page {
  return new EventEmitter() as unknown as Page
}
