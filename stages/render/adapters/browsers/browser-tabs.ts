import { unavailable } from '#shared/errors.ts'
import { withTimeout } from '../../../../shared/async/timeout.ts'
import type { Tab, TabOptions, Tabs } from '../../tab/tab.ts'
import { authenticateEarly } from '../egress-proxy/authenticate-browser.ts'
import { openClusterQueue } from './cluster-queue.ts'
import { type LockMode, makeExclusiveLock } from './exclusive-lock.ts'
import { type Job, makeJob } from './job.ts'
import type { SandboxPolicy } from './launch/chromium-sandbox.ts'
import { type BrowserPool, type BrowserPoolOptions, openBrowserPool } from './pool.ts'
import type { BrowserCounts } from './supervisor.ts'
import { enforceMemoryLimit, type MemoryLimit } from './watchdogs/memory-limit.ts'
import { reapStuckBrowsers } from './watchdogs/stuck-browser-reaper.ts'

export interface BrowserTabsOptions extends BrowserPoolOptions, MemoryLimit {
  /** Milliseconds between two looks at a browser, and how long a job of it has to last for one. */
  readonly probeEveryMs: number
}

export interface BrowserTabs extends Tabs {
  /** Whether there is a browser for jobs. */
  isHealthy(): boolean
  stats(): BrowserTabStats
}

/** How many there are now; BrowserCounts are since the start. */
export interface BrowserTabStats extends Readonly<BrowserCounts> {
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
const BROWSER_CLOSE_MS = 1000

/**
 * Tabs in browsers that are started in the background. Without a browser all else works: jobs reject with SERVICE_UNAVAILABLE
 * until one can be started. A job that loses its tab, by whatever page, gets another in a browser that it has for itself; if it
 * loses that too, its page is BROWSER_CRASHED, whether it crashed the browser or that was ended for its memory. A shared browser that
 * is stuck is lost to all its jobs: the page that keeps it from loading or drawing has another for itself until its time is over.
 */
export async function openBrowserTabs(options: BrowserTabsOptions): Promise<BrowserTabs> {
  const pool = await openBrowserPool(options)
  const jobQueue = await openClusterQueue(options.concurrency)
  const lock = makeExclusiveLock()
  const jobs = new Set<Job<unknown>>()
  const stopMemoryWatch = enforceMemoryLimit(() => (jobs.size > 0 ? pool.instances() : []), options)
  const stopReaper = reapStuckBrowsers(
    () => (isExclusive ? [] : pool.sharedInstances()),
    options.probeEveryMs,
  )
  let isExclusive = false
  let isStopped = false

  async function stop(graceMs: number): Promise<void> {
    isStopped = true
    const settled = Promise.allSettled([...jobs].map(({ result }) => result))
    await withTimeout(
      Math.max(graceMs - BROWSER_CLOSE_MS, 0),
      settled,
      () => new Error('jobs take too long'),
    ).catch(() => {})
    for (const job of jobs) job.abort(unavailable('browser'))
    stopMemoryWatch()
    stopReaper()
    await pool.stop()
    await jobQueue.close()
  }

  /** Resolves when the job is done and its tab is closed, and so quiet. */
  function runInFreeSlot<T>(job: Job<T>): Promise<void> {
    return new Promise((resolve) => {
      jobQueue.add((slotIndex) =>
        job.runIn(pool.slots[slotIndex] as (typeof pool.slots)[0], pool.runIsolated).finally(resolve),
      )
    })
  }

  /** As `place`, and no look at browsers disturbs it. */
  async function runExclusively<T>(job: Job<T>): Promise<void> {
    isExclusive = true
    await runInFreeSlot(job)
    isExclusive = false
  }

  async function runJob<T>(
    mode: LockMode,
    work: (tab: Tab) => Promise<T>,
    tabOptions: TabOptions,
  ): Promise<T> {
    if (isStopped) throw unavailable('browser')
    const job = makeJob(work, tabOptions)
    jobs.add(job)
    // Its own outcome is the job's.
    const { lane = 'interactive', ...options } = tabOptions
    void lock(mode, () => (mode === 'exclusive' ? runExclusively(job) : runInFreeSlot(job)), {
      ...options,
      lane,
    })
    return job.result.finally(() => jobs.delete(job))
  }

  return {
    useShared: (work, tabOptions) => runJob('shared', work, tabOptions),
    useExclusive: (work, tabOptions) => runJob('exclusive', afterAuthentication(work), tabOptions),
    isHealthy: pool.isReady,
    stats: () => statsOf(pool, jobs.size),
    stop,
  }
}

function statsOf(pool: BrowserPool, running: number): BrowserTabStats {
  const instances = pool.instances()
  return {
    ...pool.counts,
    browsers: instances.length,
    contexts: instances.reduce((sum, instance) => sum + instance.contexts(), 0),
    warm: instances.reduce((sum, instance) => sum + instance.warm(), 0),
    running,
    sandbox: pool.sandbox(),
  }
}

function afterAuthentication<T>(work: (tab: Tab) => Promise<T>): (tab: Tab) => Promise<T> {
  return async (tab) => {
    await tab.guard(authenticateEarly(tab.cdp, tab.proxy))
    return work(tab)
  }
}
