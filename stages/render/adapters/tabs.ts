import { unavailable } from '#shared/errors.ts'
import type { Tab, TabOptions, Tabs } from '../tab.ts'
import { admitAhead } from './admit-browser.ts'
import { clusterQueue } from './browsers/cluster.ts'
import { endStuck } from './browsers/end-stuck.ts'
import { type Job, makeJob } from './browsers/job.ts'
import type { BrowserCounts } from './browsers/keep-alive.ts'
import { limitMemory, type MemoryLimit } from './browsers/memory-limit.ts'
import { openPool, type Pool, type PoolOptions } from './browsers/pool.ts'
import type { SandboxPolicy } from './browsers/sandbox.ts'
import { type Kind, makeTurns } from './browsers/turns.ts'
import { within } from './browsers/within.ts'

export interface TabsOptions extends PoolOptions, MemoryLimit {
  /** Milliseconds between two looks at a browser, and how long a job of it has to last for one. */
  readonly lookEveryMs: number
}

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
 * until one can be started. A job that loses its tab, by whatever page, gets another in a browser that it has for itself; if it
 * loses that too, its page is BROWSER_CRASHED, whether it crashed the browser or that was ended for its memory. A shared browser that
 * is stuck is lost to all its jobs: the page that keeps it from loading or drawing has another for itself until its time is over.
 */
export async function openTabs(options: TabsOptions): Promise<BrowserTabs> {
  const pool = await openPool(options)
  const queue = await clusterQueue(options.concurrency)
  const turns = makeTurns()
  const jobs = new Set<Job<unknown>>()
  const stopMemoryWatch = limitMemory(() => (jobs.size > 0 ? pool.lives() : []), options)
  const stopLooking = endStuck(() => (isAlone ? [] : pool.shared()), options.lookEveryMs)
  let isAlone = false
  let isStopped = false

  async function stop(graceMs: number): Promise<void> {
    isStopped = true
    const settled = Promise.allSettled([...jobs].map(({ result }) => result))
    await within(Math.max(graceMs - ENDING_MS, 0), settled, () => new Error('jobs take too long')).catch(
      () => {},
    )
    for (const job of jobs) job.end(unavailable('browser'))
    stopMemoryWatch()
    stopLooking()
    await pool.stop()
    await queue.close()
  }

  /** Resolves when the job is done and its tab is closed, and so quiet. */
  function place<T>(job: Job<T>): Promise<void> {
    return new Promise((resolve) => {
      queue.add((at) => job.doIn(pool.slots[at] as (typeof pool.slots)[0], pool.apart).finally(resolve))
    })
  }

  /** As `place`, and no look at browsers disturbs it. */
  async function placeAlone<T>(job: Job<T>): Promise<void> {
    isAlone = true
    await place(job)
    isAlone = false
  }

  async function useIn<T>(kind: Kind, work: (tab: Tab) => Promise<T>, timing: TabOptions): Promise<T> {
    if (isStopped) throw unavailable('browser')
    const job = makeJob(work, timing)
    jobs.add(job)
    // Its own outcome is the job's.
    const { lane = 'interactive', ...options } = timing
    void turns(kind, () => (kind === 'alone' ? placeAlone(job) : place(job)), { ...options, lane })
    return job.result.finally(() => jobs.delete(job))
  }

  return {
    use: (work, timing) => useIn('together', work, timing),
    useAlone: (work, timing) => useIn('alone', afterAdmission(work), timing),
    isHealthy: pool.isReady,
    stats: () => statsOf(pool, jobs.size),
    stop,
  }
}

function statsOf(pool: Pool, running: number): TabStats {
  const lives = pool.lives()
  return {
    ...pool.counts,
    browsers: lives.length,
    contexts: lives.reduce((sum, life) => sum + life.contexts(), 0),
    warm: lives.reduce((sum, life) => sum + life.warm(), 0),
    running,
    sandbox: pool.sandbox(),
  }
}

function afterAdmission<T>(work: (tab: Tab) => Promise<T>): (tab: Tab) => Promise<T> {
  return async (tab) => {
    await tab.guard(admitAhead(tab.cdp, tab.proxy))
    return work(tab)
  }
}
