import { unavailable } from '#shared/errors.ts'
import type { Tab, TabOptions, Tabs } from '../tab.ts'
import { clusterQueue } from './browsers/cluster.ts'
import { type Job, makeJob } from './browsers/job.ts'
import type { BrowserCounts } from './browsers/keep-alive.ts'
import { limitMemory, type MemoryLimit } from './browsers/memory-limit.ts'
import { openPool, type PoolOptions } from './browsers/pool.ts'
import type { SandboxPolicy } from './browsers/sandbox.ts'
import { type Kind, makeTurns } from './browsers/turns.ts'
import { within } from './browsers/within.ts'

export type TabsOptions = PoolOptions & MemoryLimit

export interface BrowserTabs extends Tabs {
  /** Whether there is a browser for jobs. */
  isHealthy(): boolean
  stats(): TabStats
}

/** How many there are now; BrowserCounts are since the start. */
export interface TabStats extends Readonly<BrowserCounts> {
  readonly browsers: number
  /** Of tabs, in use or open ahead. */
  readonly contexts: number
  /** Tabs open ahead. */
  readonly warm: number
  /** Jobs, those that wait for a browser included. */
  readonly running: number
  readonly sandbox: SandboxPolicy
}

/** What is left of the time to stop for ending browsers. */
const ENDING_MS = 1000

/**
 * Tabs in browsers that are started in the background. Without a browser all else works: jobs reject with SERVICE_UNAVAILABLE
 * until one can be started. A page that two browsers were lost on is BROWSER_CRASHED, whether it crashed them or they were
 * ended for its memory.
 */
export async function openTabs(options: TabsOptions): Promise<BrowserTabs> {
  const pool = await openPool(options)
  const queue = await clusterQueue(options.concurrency)
  const turns = makeTurns()
  const jobs = new Set<Job<unknown>>()
  const stopWatch = limitMemory(() => (jobs.size > 0 ? pool.lives() : []), options)
  let isStopped = false

  async function stop(graceMs: number): Promise<void> {
    isStopped = true
    const settled = Promise.allSettled([...jobs].map(({ result }) => result))
    await within(Math.max(graceMs - ENDING_MS, 0), settled, () => new Error('jobs take too long')).catch(
      () => {},
    )
    for (const job of jobs) job.end(unavailable('browser'))
    stopWatch()
    await pool.stop()
    await queue.close()
  }

  /** Resolves when the job is done and its tab is closed, and so quiet. */
  function place<T>(job: Job<T>): Promise<void> {
    return new Promise((resolve) => {
      queue.add((at) => job.doIn(pool.slots[at] as (typeof pool.slots)[0]).finally(resolve))
    })
  }

  async function useIn<T>(kind: Kind, work: (tab: Tab) => Promise<T>, timing: TabOptions): Promise<T> {
    if (isStopped) throw unavailable('browser')
    const job = makeJob(work, timing)
    jobs.add(job)
    // Its own outcome is the job's.
    void turns(kind, () => place(job), timing.signal)
    return job.result.finally(() => jobs.delete(job))
  }

  return {
    use: (work, timing) => useIn('together', work, timing),
    useAlone: (work, timing) => useIn('alone', work, timing),
    isHealthy: () => pool.lives().length > 0,
    stats() {
      const lives = pool.lives()
      return {
        ...pool.counts,
        browsers: lives.length,
        contexts: lives.reduce((sum, life) => sum + life.contexts(), 0),
        warm: lives.filter((life) => life.isWarm()).length,
        running: jobs.size,
        sandbox: pool.sandbox(),
      }
    },
    stop,
  }
}
