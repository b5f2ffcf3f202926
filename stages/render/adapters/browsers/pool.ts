import { makeSemaphore } from '#shared/async/semaphore.ts'
import { type BrowserInstance, type InstanceOptions, launchInstance } from './instance.ts'
import { makeChromiumSandbox, type SandboxPolicy } from './launch/chromium-sandbox.ts'
import { openProfiles, type ProfileOwner } from './launch/profiles.ts'
import { makeRunIsolated, makeSlot, type SlotLimits } from './slot.ts'
import { type BrowserCounts, type SupervisorOptions, superviseBrowser } from './supervisor.ts'

export interface BrowserPoolOptions
  extends Omit<InstanceOptions, 'profiles'>,
    Omit<SupervisorOptions, 'launch' | 'counts'>,
    SlotLimits {
  /** Jobs that run at the same time. */
  readonly concurrency: number
  /** The path of the browser's program, looked up before each launch; null when there is none. */
  findBrowser(): string | null
  readonly sandbox: SandboxPolicy
  /** Holds the profiles of running browsers. */
  readonly folder: string
  /** The user that sandboxed browsers run as; null: the user of the service. */
  readonly user: BrowserUser | null
}

export interface BrowserUser extends ProfileOwner {
  /** Holds the profiles of this user, in place of the common folder. */
  readonly folder: string
}

/** One slot for each concurrent job, and the state of their browsers. */
export type BrowserPool = Awaited<ReturnType<typeof openBrowserPool>>

/** Jobs that share one browser, at most. Each further browser costs memory and CPU; each further job is one more that a crash hits. */
const MAX_JOBS_PER_BROWSER = 4
const NO_BROWSER =
  'There is no Chromium: install the package chromium-headless-shell, chromium or google-chrome-stable, or set CHROME_PATH'

/** Launches the browsers in the background, one after the other: launches at the same time only slow each other down. */
export async function openBrowserPool(options: BrowserPoolOptions) {
  const { concurrency } = options
  const counts: BrowserCounts = { launched: 0, crashed: 0, recycled: 0 }
  const { launch, instances, sandbox, killAll, removeProfiles } = await makeLauncher(options)
  const shared = new WeakSet<BrowserInstance>()
  const launchShared = async (signal: AbortSignal) => {
    const instance = await launch(signal)
    shared.add(instance)
    return instance
  }
  const supervise = () => superviseBrowser({ ...options, launch: launchShared, counts })
  const supervisors = Array.from({ length: Math.ceil(concurrency / MAX_JOBS_PER_BROWSER) }, supervise)
  const slots = Array.from({ length: concurrency }, (_, index) =>
    makeSlot((supervisors[index % supervisors.length] as (typeof supervisors)[0]).ready, options),
  )

  return {
    slots,
    runIsolated: makeRunIsolated(launch, counts),
    counts,
    /** Whether there is a browser for new jobs. */
    isReady: () => supervisors.some((supervisor) => supervisor.isReady()),
    /** Browsers that are up, including those that get no more jobs. */
    instances,
    /** Those of them that several jobs share. */
    sharedInstances: () => instances().filter((instance) => shared.has(instance)),
    sandbox,
    /** Kills all browsers; resolves when their processes have exited and their profiles are removed. */
    async stop(): Promise<void> {
      await Promise.all([...supervisors.map((supervisor) => supervisor.stop()), killAll('stopped')])
      await Promise.all(slots.map((slot) => slot.whenIdle()))
      await removeProfiles()
    },
  }
}

/** Launches browsers, one at a time, and knows those that are up. */
async function makeLauncher({ folder, user, logger, findBrowser, ...options }: BrowserPoolOptions) {
  const profiles = await openProfiles(folder)
  const userProfiles = user === null ? profiles : await openProfiles(user.folder, user)
  const isRoot = process.getuid?.() === 0 && user === null
  const sandbox = makeChromiumSandbox({ policy: options.sandbox, isRoot, logger })
  const instances = new Set<BrowserInstance>()
  const turns = makeSemaphore(1)

  async function launch(signal: AbortSignal): Promise<BrowserInstance> {
    signal.throwIfAborted()
    const executablePath = findBrowser()
    if (executablePath === null) throw new Error(NO_BROWSER)
    const instance = await sandbox.launch((isSandboxed) => {
      const identity = isSandboxed ? { user, profiles: userProfiles } : { user: null, profiles }
      const program = { executablePath, isSandboxed, user: identity.user, signal }
      return launchInstance(program, { ...options, profiles: identity.profiles })
    })
    instances.add(instance)
    void instance.removed.then(() => instances.delete(instance))
    return instance
  }

  return {
    launch: (signal: AbortSignal) => turns.run(() => launch(signal)),
    instances: () => [...instances].filter((instance) => instance.isUp()),
    sandbox: sandbox.mode,
    killAll: (reason: string) => Promise.all([...instances].map((instance) => instance.kill(reason))),
    removeProfiles: () => Promise.all([profiles.close(), userProfiles.close()]),
  }
}
