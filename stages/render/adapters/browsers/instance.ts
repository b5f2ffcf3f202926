import { abortable } from '#shared/async/timeout.ts'
import { Failure } from '#shared/errors.ts'
import { DeadlineExceeded } from '../../tab/tab.ts'
import { makeHealthCheck, waitUntilPainted } from './health-check.ts'
import { type LaunchedBrowser, type LaunchOptions, launchBrowser } from './launch/launch-browser.ts'
import type { Profiles } from './launch/profiles.ts'
import { type OpenedTab, type OpenTabOptions, openTab } from './open-tab.ts'

type ProcessOptions = Pick<LaunchOptions, 'launchMs' | 'protocolMs' | 'pipe'>

export interface InstanceOptions extends OpenTabOptions, ProcessOptions {
  readonly profiles: Profiles
  /** Milliseconds after which an unused warm tab is replaced. */
  readonly warmAgeMs: number
  /** Milliseconds that a browser gets to exit by itself. */
  readonly closeTimeoutMs: number
  /** Milliseconds in which a browser opens, loads and paints an empty page, however busy it is. */
  readonly probeTimeoutMs: number
}

/** One browser from its launch to its exit, with warm tabs. */
export interface BrowserInstance
  extends Pick<ShutdownControl, 'retired' | 'removed' | 'isUp'>,
    Omit<WarmTabs, 'release' | 'warmUp'> {
  readonly pid: number
  /** On the clock of `performance.now()`. */
  readonly launchedAt: number
  /** Browser contexts of open tabs, warm ones included; probe tabs do not count. */
  contexts(): number
  /**
   * Closes a tab that was acquired and opens a warm one. Kills the browser when that fails, or when the browser is stuck after a job
   * that took too long. A browser with a defect gets no more jobs and exits gently after its last tab. Never rejects.
   */
  release(opened: OpenedTab, defect: string | null): Promise<void>
  /** Opens, loads, paints and closes one more tab; rejects when the browser does not manage that in time. */
  probe(): Promise<void>
  /** Ends the browser at once; the first reason counts. */
  kill(reason: string): Promise<void>
}

/** Launches a browser and opens its first tab, which proves that the browser works. Rejects when either fails. */
export async function launchInstance(
  launch: Pick<LaunchOptions, 'executablePath' | 'isSandboxed' | 'user' | 'signal'>,
  options: InstanceOptions,
): Promise<BrowserInstance> {
  const { profiles, networkSandbox, launchMs, protocolMs, pipe } = options
  const profile = await profiles.create()
  try {
    const launched = await launchBrowser({ ...launch, networkSandbox, profile, launchMs, protocolMs, pipe })
    return makeInstance(launched, await openFirstTab(launched, launch.signal, options), profile, options)
  } catch (error) {
    // Report the original error; ignore errors of the clean-up.
    await profiles.remove(profile).catch(() => {})
    throw error
  }
}

async function openFirstTab(
  launched: LaunchedBrowser,
  signal: AbortSignal,
  options: InstanceOptions,
): Promise<OpenedTab> {
  try {
    return await abortable(signal, openTab(launched, options))
  } catch (error) {
    await launched.close(0)
    throw error
  }
}

function makeInstance(
  launched: LaunchedBrowser,
  firstTab: OpenedTab,
  profile: string,
  options: InstanceOptions,
): BrowserInstance {
  const { profiles, warmAgeMs, probeTimeoutMs } = options
  const open = () => openTab(launched, options)
  const tabs = makeWarmTabs(firstTab, open, warmAgeMs)
  const healthCheck = makeHealthCheck(open, probeTimeoutMs)
  // A profile that cannot be removed is removed later with the folder of all profiles.
  const shutdown = makeShutdown(launched, () => profiles.remove(profile).catch(() => {}))
  const { retired, removed, isUp } = shutdown
  const { acquire, warmCount, jobCount, runningJobs, busySince } = tabs
  return {
    ...{ pid: launched.pid, launchedAt: performance.now(), retired, removed, isUp },
    ...{ acquire, warmCount, jobCount, runningJobs, busySince },
    release: makeRelease(tabs, shutdown, open, options),
    contexts: () => launched.browser.browserContexts().length - 1 - healthCheck.openProbes(),
    probe: healthCheck.probe,
    kill: (reason) => shutdown.shutDown(0, reason),
  }
}

function makeRelease(
  tabs: WarmTabs,
  { isUp, removed, retire, shutDown }: ShutdownControl,
  open: () => Promise<OpenedTab>,
  { closeTimeoutMs, probeTimeoutMs }: InstanceOptions,
): BrowserInstance['release'] {
  let defect: string | null = null
  const kill = (what: string) => (error: Error) => shutDown(0, `${what}: ${error.message}`)

  async function warmUpAfter(last: OpenedTab): Promise<void> {
    const pendingTab = hasTimedOut(last) ? waitUntilPainted(open(), probeTimeoutMs) : open()
    await tabs.warmUp(pendingTab).catch(kill('it cannot open, load or paint a tab'))
  }

  return async (opened, foundDefect) => {
    // A browser that died has no other defect.
    if (isUp()) defect ??= foundDefect
    if (defect !== null) retire(defect)
    const closing = opened.close().catch(kill('it does not close a tab'))
    const isReusable = isUp() && defect === null
    await Promise.all([closing, isReusable && warmUpAfter(opened)])
    tabs.release(opened)
    if (defect !== null && tabs.runningJobs() === 0) await shutDown(closeTimeoutMs, defect)
    if (!isUp()) await removed
  }
}

function hasTimedOut({ tab: { signal } }: OpenedTab): boolean {
  const { reason } = signal
  return reason instanceof DeadlineExceeded || (reason instanceof Failure && reason.code === 'TIMEOUT')
}

type ShutdownControl = ReturnType<typeof makeShutdown>

/** How a browser ends, on command or by itself. `cleanUp` removes what the browser leaves behind, and never rejects. */
function makeShutdown(
  { browser, closeReason, close }: Pick<LaunchedBrowser, 'browser' | 'closeReason' | 'close'>,
  cleanUp: () => Promise<void>,
) {
  const retired = Promise.withResolvers<string | null>()
  const removed = Promise.withResolvers<void>()
  let isShuttingDown = false

  /** Asks the browser to exit and kills it after `graceMs`; resolves like `removed`. The first reason counts. */
  async function shutDown(graceMs: number, reason: string | null): Promise<void> {
    const isFirst = !isShuttingDown
    isShuttingDown = true
    // A second call may still kill a browser that was asked gently.
    await close(graceMs)
    if (isFirst) {
      await cleanUp()
      retired.resolve(reason)
      removed.resolve()
    }
    await removed.promise
  }

  const onDisconnected = () => {
    if (!isShuttingDown) void shutDown(0, closeReason())
  }
  browser.once('disconnected', onDisconnected)
  if (!browser.connected) onDisconnected()
  return {
    /** Resolves when the browser gets no more jobs: with the reason, or null when the browser died by itself. */
    retired: retired.promise,
    /** Resolves when its processes have exited and its profile is removed. */
    removed: removed.promise,
    /** Whether its end has not begun. */
    isUp: () => !isShuttingDown,
    /** The browser gets no more jobs from this call on. */
    retire: (reason: string) => retired.resolve(reason),
    shutDown,
  }
}

type WarmTabs = ReturnType<typeof makeWarmTabs>

/**
 * The tabs of one browser: those opened ahead, so that jobs do not wait for them, and those that have a job. A warm tab is usable until it
 * is lost or older than `maxAgeMs`.
 */
function makeWarmTabs(firstTab: OpenedTab, open: () => Promise<OpenedTab>, maxAgeMs: number) {
  const warm = [Promise.resolve(firstTab)]
  /** In order of acquisition. */
  const startedAt = new Map<OpenedTab, number>()
  let jobCount = 0
  let runningJobs = 0

  async function next(): Promise<OpenedTab> {
    const candidate = await warm.shift()
    if (candidate === undefined) return open()
    const isUsable = performance.now() - candidate.openedAt < maxAgeMs && !candidate.tab.signal.aborted
    if (isUsable) return candidate
    await candidate.close()
    return open()
  }

  return {
    /** A warm tab where one is usable, else a new one. Rejects when the browser cannot open a tab. */
    async acquire(): Promise<OpenedTab> {
      runningJobs += 1
      try {
        const opened = await next()
        jobCount += 1
        startedAt.set(opened, performance.now())
        return opened
      } catch (error) {
        runningJobs -= 1
        throw error
      }
    },
    /** The job of the tab has ended. */
    release(opened: OpenedTab): void {
      startedAt.delete(opened)
      runningJobs -= 1
    },
    /** Adds one warm tab; settles like its opening. */
    async warmUp(pendingTab: Promise<OpenedTab>): Promise<void> {
      warm.push(pendingTab)
      await pendingTab
    },
    warmCount: () => warm.length,
    /** Tabs acquired so far. */
    jobCount: () => jobCount,
    /** Tabs in use. */
    runningJobs: () => runningJobs,
    /** Since when the tab that is in use longest has been in use, on the clock of `performance.now()`; null when none is in use. */
    busySince: (): number | null => startedAt.values().next().value ?? null,
  }
}
