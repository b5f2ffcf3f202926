import { EventEmitter } from 'node:events'
import { Cluster, type ClusterOptions } from 'puppeteer-cluster'

/** The longest delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Opens a cluster of `workerCount` workers, one for each slot. `execute` runs a task in the next free worker, first come first served, and
 * settles like the task; `close` drops tasks that still wait. The tasks get no page, and the steps around them cannot fail and take no
 * time: infra/docs/decisions/puppeteer-cluster.md says why.
 */
export function openClusterQueue(workerCount: number): Promise<Cluster> {
  return Cluster.launch({
    // The constructor's type is not exported.
    concurrency: NoBrowsers as unknown as ClusterOptions['concurrency'],
    maxConcurrency: workerCount,
    timeout: MAX_TIMER_MS,
    puppeteer: {},
  })
}

/** A concurrency implementation without browsers: tasks get their tabs from the slots of the pool. */
class NoBrowsers {
  async init(): Promise<void> {}
  async close(): Promise<void> {}
  async workerInstance() {
    const noop = async () => {}
    // The cluster adds listeners to the page of each task.
    const jobInstance = async () => ({ resources: { page: new EventEmitter() }, close: noop })
    return { jobInstance, close: noop, repair: noop }
  }
}
