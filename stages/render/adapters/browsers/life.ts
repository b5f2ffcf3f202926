import { type LaunchedBrowser, type LaunchOptions, launchBrowser } from './launch.ts'
import { type OpenedTab, type OpenTabOptions, openTab } from './open-tab.ts'
import type { Profiles } from './profiles.ts'
import { warmTab } from './warm-tab.ts'
import { unlessAborted } from './within.ts'

export interface LifeOptions extends OpenTabOptions, Pick<LaunchOptions, 'launchMs' | 'protocolMs'> {
  readonly profiles: Profiles
  /** Milliseconds after which a tab that waits for its job is replaced. */
  readonly warmAgeMs: number
  /** Milliseconds that a browser gets to end by itself. */
  readonly goodbyeMs: number
}

/** One browser from its start to its end, with one tab opened ahead. */
export interface Life {
  readonly pid: number
  /** On the clock of `performance.now()`. */
  readonly since: number
  /** Resolves when its processes and its profile are gone: with why it was ended, null when it died. */
  readonly gone: Promise<string | null>
  /** Whether it has not begun to end. */
  isUp(): boolean
  /** Tabs taken so far. */
  jobs(): number
  /** Contexts of tabs that are open, the one ahead included. */
  contexts(): number
  /** Whether a tab is open ahead. */
  isWarm(): boolean
  /** The tab opened ahead, or a new one. Rejects when the browser opens none. */
  take(): Promise<OpenedTab>
  /** Opens a tab ahead. A browser that can't is ended; never rejects. */
  warmUp(): Promise<void>
  /** Ends it, gently or at once; the first reason counts. */
  end(way: 'gently' | 'now', why: string): Promise<void>
}

/** Starts a browser and opens its first tab: before that it has not shown that it works. */
export async function startLife(
  start: Pick<LaunchOptions, 'executablePath' | 'isSandboxed' | 'signal'>,
  options: LifeOptions,
): Promise<Life> {
  const { profiles, jail, launchMs, protocolMs } = options
  const profile = await profiles.create()
  try {
    const launched = await launchBrowser({ ...start, jail, profile, launchMs, protocolMs })
    return live(launched, await firstTab(launched, start.signal, options), profile, options)
  } catch (error) {
    await profiles.remove(profile)
    throw error
  }
}

async function firstTab(
  { browser, end }: LaunchedBrowser,
  signal: AbortSignal,
  options: LifeOptions,
): Promise<OpenedTab> {
  try {
    return await unlessAborted(signal, openTab(browser, options))
  } catch (error) {
    await end(0)
    throw error
  }
}

function live(launched: LaunchedBrowser, first: OpenedTab, profile: string, options: LifeOptions): Life {
  const { browser, pid } = launched
  const { profiles, warmAgeMs, goodbyeMs } = options
  const open = () => openTab(browser, options)
  const tabs = warmTab(first, open, warmAgeMs)
  const gone = Promise.withResolvers<string | null>()
  let isEnding = false
  let jobs = 0

  async function end(graceMs: number, why: string | null): Promise<void> {
    const isFirst = !isEnding
    isEnding = true
    // One that was asked gently may still be told to end at once.
    await launched.end(graceMs)
    if (isFirst) {
      // What can't be removed is tried again with the folder of all of them.
      await profiles.remove(profile).catch(() => {})
      gone.resolve(why)
    }
    await gone.promise
  }

  const onDisconnected = () => {
    if (!isEnding) void end(0, null)
  }
  browser.once('disconnected', onDisconnected)
  if (!browser.connected) onDisconnected()

  return {
    pid,
    since: performance.now(),
    gone: gone.promise,
    isUp: () => !isEnding,
    jobs: () => jobs,
    contexts: () => browser.browserContexts().length - 1,
    isWarm: tabs.isWarm,
    async take() {
      const opened = await tabs.take()
      jobs += 1
      return opened
    },
    warmUp: () => tabs.warmUp().catch(() => end(0, 'it opens no tab')),
    end: (way, why) => end(way === 'gently' ? goodbyeMs : 0, why),
  }
}
