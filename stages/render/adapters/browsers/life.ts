import { Failure } from '#shared/errors.ts'
import { DeadlinePassed } from '../../tab.ts'
import { drawn } from './drawn.ts'
import { type Ending, makeEnding } from './ending.ts'
import { type LaunchedBrowser, type LaunchOptions, launchBrowser } from './launch.ts'
import { makeLooks } from './looks.ts'
import { type OpenedTab, type OpenTabOptions, openTab } from './open-tab.ts'
import type { Profiles } from './profiles.ts'
import { type TabsInUse, tabsInUse } from './tabs-in-use.ts'
import { warmTabs } from './warm-tabs.ts'
import { unlessAborted } from './within.ts'

export interface LifeOptions extends OpenTabOptions, Pick<LaunchOptions, 'launchMs' | 'protocolMs' | 'pipe'> {
  readonly profiles: Profiles
  /** Milliseconds after which a tab that waits for its job is replaced. */
  readonly warmAgeMs: number
  /** Milliseconds that a browser gets to end by itself. */
  readonly goodbyeMs: number
  /** Milliseconds in which a browser opens, loads and draws an empty page, however much it has to do. */
  readonly lookMs: number
}

/** One browser from its start to its end, with tabs opened ahead. */
export interface Life extends Pick<Ending, 'over' | 'gone' | 'isUp'>, Omit<TabsInUse, 'giveBack'> {
  readonly pid: number
  /** On the clock of `performance.now()`. */
  readonly since: number
  /** Contexts of tabs that are open, those ahead included, but not those of `look`. */
  contexts(): number
  /** Tabs open ahead. */
  warm(): number
  /**
   * Closes a tab that was taken, and opens one ahead; a browser that can't is ended, and so is one that is stuck after a job
   * that took too long. One with a flaw takes no more jobs, and ends gently with its last tab. Never rejects.
   */
  release(opened: OpenedTab, flaw: string | null): Promise<void>
  /** Opens one more tab, loads and draws it, and closes it; rejects when the browser has not done that in time. */
  look(): Promise<void>
  /** Ends it at once; the first reason counts. */
  end(why: string): Promise<void>
}

/** Starts a browser and opens its first tab: before that it has not shown that it works. */
export async function startLife(
  start: Pick<LaunchOptions, 'executablePath' | 'isSandboxed' | 'user' | 'signal'>,
  options: LifeOptions,
): Promise<Life> {
  const { profiles, jail, launchMs, protocolMs, pipe } = options
  const profile = await profiles.create()
  try {
    const launched = await launchBrowser({ ...start, jail, profile, launchMs, protocolMs, pipe })
    return live(launched, await firstTab(launched, start.signal, options), profile, options)
  } catch (error) {
    // Why it failed is told, not what came of that.
    await profiles.remove(profile).catch(() => {})
    throw error
  }
}

async function firstTab(
  launched: LaunchedBrowser,
  signal: AbortSignal,
  options: LifeOptions,
): Promise<OpenedTab> {
  try {
    return await unlessAborted(signal, openTab(launched, options))
  } catch (error) {
    await launched.end(0)
    throw error
  }
}

function live(launched: LaunchedBrowser, first: OpenedTab, profile: string, options: LifeOptions): Life {
  const { profiles, warmAgeMs, goodbyeMs, lookMs } = options
  const open = () => openTab(launched, options)
  const tabs = warmTabs(first, open, warmAgeMs)
  const { giveBack, ...inUse } = tabsInUse(tabs)
  const looks = makeLooks(open, lookMs)
  // What can't be removed is tried again with the folder of all of them.
  const ending = makeEnding(launched, () => profiles.remove(profile).catch(() => {}))
  const { over, gone, isUp, end } = ending
  let flaw: string | null = null

  async function warmUpAfter(last: OpenedTab): Promise<void> {
    const opening = isLate(last) ? drawn(open(), lookMs) : open()
    await tabs
      .warmUp(opening)
      .catch((error: Error) => end(0, `it opens, loads or draws no tab: ${error.message}`))
  }

  async function release(opened: OpenedTab, found: string | null): Promise<void> {
    // One that died has no other flaw.
    if (isUp()) flaw ??= found
    if (flaw !== null) ending.retire(flaw)
    const closing = opened
      .close()
      .catch((error: Error) => end(0, `it does not close a tab: ${error.message}`))
    const isGood = isUp() && flaw === null
    await Promise.all([closing, isGood && warmUpAfter(opened)])
    giveBack(opened)
    if (flaw !== null && inUse.running() === 0) await end(goodbyeMs, flaw)
    if (!isUp()) await gone
  }

  return {
    ...{ pid: launched.pid, since: performance.now(), over, gone, isUp, release, ...inUse },
    contexts: () => launched.browser.browserContexts().length - 1 - looks.count(),
    warm: tabs.count,
    look: looks.look,
    end: (why) => end(0, why),
  }
}

function isLate({ tab: { signal } }: OpenedTab): boolean {
  const { reason } = signal
  return reason instanceof DeadlinePassed || (reason instanceof Failure && reason.code === 'TIMEOUT')
}
