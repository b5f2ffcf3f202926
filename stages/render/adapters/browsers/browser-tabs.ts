import { unavailable } from '#shared/errors.ts'
import type { BrowserStats } from '../../reporting/browser-metrics.ts'
import type { Tab, TabOptions, Tabs } from '../../tab/tab.ts'
import { authenticateEarly } from '../egress-proxy/proxy-auth.ts'
import { openClusterQueue } from './cluster-queue.ts'
import { ExclusiveLock, type LockMode } from './exclusive-lock.ts'
import { reapStuckBrowsers } from './health-check.ts'
import { type Job, makeJob } from './job.ts'
import { enforceMemoryLimit, type MemoryLimit } from './memory-limit.ts'
import type { BrowserTab } from './open-tab.ts'
import { type BrowserPool, type BrowserPoolOptions, openBrowserPool } from './pool.ts'
import type { Slot } from './slot.ts'

export interface BrowserTabsOptions extends BrowserPoolOptions, MemoryLimit {
  /** Milliseconds between two probes of a browser, and how long a job has to run before its browser is probed. */
  readonly probeEveryMs: number
}

export interface BrowserTabs extends Tabs {
  /** Whether there is a browser for new jobs. */
  isHealthy(): boolean
  stats(): Omit<BrowserStats, 'isNetworkSandboxed'>
}

/**
 * Tabs in browsers that are launched in the background. Without a browser, jobs reject with SERVICE_UNAVAILABLE until a launch
 * succeeds. A job that loses its tab, through its own page or another one, gets a second tab in a browser of its own. When it loses
 * that tab too, it rejects with BROWSER_CRASHED, whether the page crashed the browser or the browser was killed for its memory. All
 * jobs of a shared browser that is stuck lose their tabs; the page that blocks loading or painting then blocks only its own browser,
 * until its time is over.
 */
export async function openBrowserTabs(options: BrowserTabsOptions): Promise<BrowserTabs> {
  const pool = await openBrowserPool(options)
  const jobQueue = await openClusterQueue(options.concurrency)
  const lock = new ExclusiveLock()
  const jobs = new Set<Job<unknown>>()
  let isExclusive = false
  let isStopped = false
  const stopMemoryLimit = enforceMemoryLimit(() => (jobs.size > 0 ? pool.instances() : []), options)
  const stuckCandidates = () => (isExclusive ? [] : pool.sharedInstances())
  const stopReaper = reapStuckBrowsers(stuckCandidates, options.probeEveryMs)

  /** Resolves when the job has ended and its tab is closed. During an exclusive job no browser is probed. */
  async function runInFreeSlot<T>(job: Job<T>, mode: LockMode): Promise<void> {
    isExclusive = mode === 'exclusive'
    await jobQueue.execute(({ worker }: { worker: { id: number } }) =>
      job.runIn(pool.slots[worker.id] as Slot, pool.runIsolated),
    )
    isExclusive = false
  }

  async function run<T>(mode: LockMode, work: Work<T>, tabOptions: TabOptions): Promise<T> {
    if (isStopped) throw unavailable('browser')
    const job = makeJob(work, tabOptions)
    jobs.add(job)
    // The result of the job is returned below.
    void lock.acquire(mode, () => runInFreeSlot(job, mode), { lane: 'interactive', ...tabOptions })
    return job.result.finally(() => jobs.delete(job))
  }

  return {
    useShared: (work, tabOptions) => run('shared', work, tabOptions),
    useExclusive: (work, tabOptions) => run('exclusive', afterAuthentication(work), tabOptions),
    isHealthy: pool.isReady,
    stats: () => statsOf(pool, jobs.size),
    async stop() {
      isStopped = true
      for (const job of jobs) job.abort(unavailable('browser'))
      stopMemoryLimit()
      stopReaper()
      await pool.stop()
      await jobQueue.close()
    },
  }
}

type Work<T> = (tab: BrowserTab) => Promise<T>

function statsOf(pool: BrowserPool, running: number): ReturnType<BrowserTabs['stats']> {
  const instances = pool.instances()
  return {
    ...pool.counts,
    browsers: instances.length,
    contexts: instances.reduce((sum, instance) => sum + instance.contexts(), 0),
    warm: instances.reduce((sum, instance) => sum + instance.warmCount(), 0),
    running,
    sandbox: pool.sandbox(),
  }
}

function afterAuthentication<T>(work: (tab: Tab) => Promise<T>): Work<T> {
  return async (tab) => {
    await tab.guard(authenticateEarly(tab.cdp, tab.proxy))
    return work(tab)
  }
}
