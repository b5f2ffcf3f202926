import { Failure } from '#shared/errors.ts'
import { abortable } from '../../../../shared/async/timeout.ts'
import { DeadlineExceeded } from '../../tab/tab.ts'
import { makeHealthCheck } from './health-check.ts'
import { type LaunchedBrowser, type LaunchOptions, launchBrowser } from './launch/launch-browser.ts'
import type { Profiles } from './launch/profiles.ts'
import { type OpenedTab, type OpenTabOptions, openTab } from './open-tab.ts'
import { makeShutdown, type Shutdown } from './shutdown.ts'
import { type TabsInUse, tabsInUse } from './tabs-in-use.ts'
import { waitUntilPainted } from './wait-until-painted.ts'
import { warmTabs } from './warm-tabs.ts'

export interface InstanceOptions
  extends OpenTabOptions,
    Pick<LaunchOptions, 'launchMs' | 'protocolMs' | 'pipe'> {
  readonly profiles: Profiles
  /** Milliseconds after which a tab that waits for its job is replaced. */
  readonly warmAgeMs: number
  /** Milliseconds that a browser gets to end by itself. */
  readonly closeTimeoutMs: number
  /** Milliseconds in which a browser opens, loads and draws an empty page, however much it has to do. */
  readonly probeTimeoutMs: number
}

/** One browser from its start to its end, with tabs opened ahead. */
export interface BrowserInstance
  extends Pick<Shutdown, 'retired' | 'removed' | 'isUp'>,
    Omit<TabsInUse, 'release'> {
  readonly pid: number
  /** On the clock of `performance.now()`. */
  readonly launchedAt: number
  /** Contexts of tabs that are open, those ahead included, but not those of `look`. */
  contexts(): number
  /** Tabs open ahead. */
  warm(): number
  /**
   * Closes a tab that was taken, and opens one ahead; a browser that can't is ended, and so is one that is stuck after a job
   * that took too long. One with a flaw takes no more jobs, and ends gently with its last tab. Never rejects.
   */
  release(opened: OpenedTab, defect: string | null): Promise<void>
  /** Opens one more tab, loads and draws it, and closes it; rejects when the browser has not done that in time. */
  probe(): Promise<void>
  /** Ends it at once; the first reason counts. */
  kill(reason: string): Promise<void>
}

/** Starts a browser and opens its first tab: before that it has not shown that it works. */
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
    // Why it failed is told, not what came of that.
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
  first: OpenedTab,
  profile: string,
  options: InstanceOptions,
): BrowserInstance {
  const { profiles, warmAgeMs, closeTimeoutMs, probeTimeoutMs } = options
  const open = () => openTab(launched, options)
  const tabs = warmTabs(first, open, warmAgeMs)
  const { release: giveBack, ...usage } = tabsInUse(tabs)
  const healthCheck = makeHealthCheck(open, probeTimeoutMs)
  // What can't be removed is tried again with the folder of all of them.
  const shutdown = makeShutdown(launched, () => profiles.remove(profile).catch(() => {}))
  const { retired, removed, isUp, shutDown } = shutdown
  let defect: string | null = null

  async function warmUpNext(last: OpenedTab): Promise<void> {
    const opening = hasTimedOut(last) ? waitUntilPainted(open(), probeTimeoutMs) : open()
    await tabs
      .warmUp(opening)
      .catch((error: Error) => shutDown(0, `it opens, loads or draws no tab: ${error.message}`))
  }

  async function release(opened: OpenedTab, foundDefect: string | null): Promise<void> {
    // One that died has no other flaw.
    if (isUp()) defect ??= foundDefect
    if (defect !== null) shutdown.retire(defect)
    const closing = opened
      .close()
      .catch((error: Error) => shutDown(0, `it does not close a tab: ${error.message}`))
    const isReusable = isUp() && defect === null
    await Promise.all([closing, isReusable && warmUpNext(opened)])
    giveBack(opened)
    if (defect !== null && usage.runningJobs() === 0) await shutDown(closeTimeoutMs, defect)
    if (!isUp()) await removed
  }

  return {
    ...{ pid: launched.pid, launchedAt: performance.now(), retired, removed, isUp, release, ...usage },
    contexts: () => launched.browser.browserContexts().length - 1 - healthCheck.openProbes(),
    warm: tabs.warmCount,
    probe: healthCheck.probe,
    kill: (reason) => shutDown(0, reason),
  }
}

function hasTimedOut({ tab: { signal } }: OpenedTab): boolean {
  const { reason } = signal
  return reason instanceof DeadlineExceeded || (reason instanceof Failure && reason.code === 'TIMEOUT')
}
