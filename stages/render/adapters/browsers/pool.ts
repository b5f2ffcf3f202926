import { makeRunIsolated, type RunIsolated } from './dedicated-browser.ts'
import { type BrowserInstance, type InstanceOptions, launchInstance } from './instance.ts'
import { makeChromiumSandbox, type SandboxPolicy } from './launch/chromium-sandbox.ts'
import { openProfiles, type ProfileOwner } from './launch/profiles.ts'
import { makeSlot, type Slot, type SlotLimits } from './slot.ts'
import {
  type BrowserCounts,
  type BrowserSupervisor,
  type SupervisorOptions,
  superviseBrowser,
} from './supervisor.ts'

export interface BrowserPoolOptions
  extends Omit<InstanceOptions, 'profiles'>,
    Omit<SupervisorOptions, 'launch' | 'counts'>,
    SlotLimits {
  /** Jobs at a time. */
  readonly concurrency: number
  /** The browser's program, asked before each start; null when there is none. */
  findBrowser(): string | null
  readonly sandbox: SandboxPolicy
  /** Where profiles are while their browsers run. */
  readonly folder: string
  /** As whom browsers run, for whom there is a sandbox; null for as whom the service does. */
  readonly user: BrowserUser | null
}

export interface BrowserUser extends ProfileOwner {
  /** Where profiles of this user are, instead of in that of all others. */
  readonly folder: string
}

/** A slot for each job at a time, and what is known of their browsers. */
export interface BrowserPool {
  readonly slots: readonly Slot[]
  readonly runIsolated: RunIsolated
  readonly counts: BrowserCounts
  /** Whether there is a browser for new jobs. */
  isReady(): boolean
  /** Browsers that are up, those included that take no more jobs. */
  instances(): readonly BrowserInstance[]
  /** Those of them that are not had by one job alone. */
  sharedInstances(): readonly BrowserInstance[]
  sandbox(): SandboxPolicy
  /** Ends all browsers at once; resolves when their processes and profiles are gone. */
  stop(): Promise<void>
}

/** Jobs in one browser, at most: each further browser costs memory and work, each further job is one more that a death hits. */
const MAX_JOBS_PER_BROWSER = 4
const NO_BROWSER =
  'There is no Chromium: install the package chromium-headless-shell, chromium or google-chrome-stable, or set CHROME_PATH'

/** Starts the browsers in the background, one after the other: many starts at once would only be slow ones. */
export async function openBrowserPool(options: BrowserPoolOptions): Promise<BrowserPool> {
  const { concurrency, folder, user, logger, findBrowser } = options
  const counts: BrowserCounts = { launched: 0, crashed: 0, recycled: 0 }
  const profiles = await openProfiles(folder)
  const userProfiles = user === null ? profiles : await openProfiles(user.folder, user)
  const isRoot = process.getuid?.() === 0 && user === null
  const sandbox = makeChromiumSandbox({ policy: options.sandbox, isRoot, logger })
  const instances = new Set<BrowserInstance>()
  const sharedInstances = new WeakSet<BrowserInstance>()

  const launch = serialize(async (signal: AbortSignal) => {
    signal.throwIfAborted()
    const executablePath = findBrowser()
    if (executablePath === null) throw new Error(NO_BROWSER)
    const instance = await sandbox.launch((isSandboxed) => {
      const identity = isSandboxed ? { user, profiles: userProfiles } : { user: null, profiles }
      return launchInstance(
        { executablePath, isSandboxed, user: identity.user, signal },
        { ...options, ...identity },
      )
    })
    instances.add(instance)
    void instance.removed.then(() => instances.delete(instance))
    return instance
  })
  const launchShared = async (signal: AbortSignal) => {
    const instance = await launch(signal)
    sharedInstances.add(instance)
    return instance
  }
  const supervise = () => superviseBrowser({ ...options, launch: launchShared, counts })
  const supervisors = Array.from({ length: Math.ceil(concurrency / MAX_JOBS_PER_BROWSER) }, supervise)
  const upInstances = () => [...instances].filter((instance) => instance.isUp())
  const slotAt = (slotIndex: number) =>
    makeSlot((supervisors[slotIndex % supervisors.length] as BrowserSupervisor).ready, options)
  const slots = Array.from({ length: concurrency }, (_, slotIndex) => slotAt(slotIndex))

  return {
    slots,
    runIsolated: makeRunIsolated(launch, counts),
    counts,
    isReady: () => supervisors.some((supervisor) => supervisor.isReady()),
    instances: upInstances,
    sharedInstances: () => upInstances().filter((instance) => sharedInstances.has(instance)),
    sandbox: sandbox.mode,
    async stop() {
      await Promise.all([
        ...supervisors.map((supervisor) => supervisor.stop()),
        ...[...instances].map((instance) => instance.kill('stopped')),
      ])
      await Promise.all(slots.map((slot) => slot.whenIdle()))
      await Promise.all([profiles.close(), userProfiles.close()])
    },
  }
}

/** Calls wait for those before them to settle. */
function serialize<A, T>(step: (argument: A) => Promise<T>): (argument: A) => Promise<T> {
  let previous: Promise<unknown> = Promise.resolve()
  return (argument) => {
    const result = previous.then(() => step(argument))
    previous = result.catch(() => {})
    return result
  }
}
