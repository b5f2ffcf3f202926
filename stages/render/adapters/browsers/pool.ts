import { type Apart, makeApart } from './apart.ts'
import { type BrowserCounts, type KeepAliveOptions, type KeptAlive, keepAlive } from './keep-alive.ts'
import { type Life, type LifeOptions, startLife } from './life.ts'
import { openProfiles, type ProfileOwner } from './profiles.ts'
import { makeSandbox, type SandboxPolicy } from './sandbox.ts'
import { openSlot, type Slot, type SlotLimits } from './slot.ts'

export interface PoolOptions
  extends Omit<LifeOptions, 'profiles'>,
    Omit<KeepAliveOptions, 'start' | 'counts'>,
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
export interface Pool {
  readonly slots: readonly Slot[]
  readonly apart: Apart
  readonly counts: BrowserCounts
  /** Whether there is a browser for new jobs. */
  isReady(): boolean
  /** Browsers that are up, those included that take no more jobs. */
  lives(): readonly Life[]
  /** Those of them that are not had by one job alone. */
  shared(): readonly Life[]
  sandbox(): SandboxPolicy
  /** Ends all browsers at once; resolves when their processes and profiles are gone. */
  stop(): Promise<void>
}

/** Jobs in one browser, at most: each further browser costs memory and work, each further job is one more that a death hits. */
const MOST_SHARING = 4
const NO_BROWSER =
  'There is no Chromium: install the package chromium-headless-shell, chromium or google-chrome-stable, or set CHROME_PATH'

/** Starts the browsers in the background, one after the other: many starts at once would only be slow ones. */
export async function openPool(options: PoolOptions): Promise<Pool> {
  const { concurrency, folder, user, logger, findBrowser } = options
  const counts: BrowserCounts = { launched: 0, crashed: 0, recycled: 0 }
  const profiles = await openProfiles(folder)
  const theirs = user === null ? profiles : await openProfiles(user.folder, user)
  const isRoot = process.getuid?.() === 0 && user === null
  const sandbox = makeSandbox({ policy: options.sandbox, isRoot, logger })
  const lives = new Set<Life>()
  const shared = new WeakSet<Life>()

  const start = oneAtATime(async (signal: AbortSignal) => {
    signal.throwIfAborted()
    const executablePath = findBrowser()
    if (executablePath === null) throw new Error(NO_BROWSER)
    const life = await sandbox.around((isSandboxed) => {
      const as = isSandboxed ? { user, profiles: theirs } : { user: null, profiles }
      return startLife({ executablePath, isSandboxed, user: as.user, signal }, { ...options, ...as })
    })
    lives.add(life)
    void life.gone.then(() => lives.delete(life))
    return life
  })
  const startShared = async (signal: AbortSignal) => {
    const life = await start(signal)
    shared.add(life)
    return life
  }
  const keep = () => keepAlive({ ...options, start: startShared, counts })
  const kept = Array.from({ length: Math.ceil(concurrency / MOST_SHARING) }, keep)
  const up = () => [...lives].filter((life) => life.isUp())
  const slotAt = (place: number) => openSlot((kept[place % kept.length] as KeptAlive).ready, options)
  const slots = Array.from({ length: concurrency }, (_, place) => slotAt(place))

  return {
    slots,
    apart: makeApart(start, counts),
    counts,
    isReady: () => kept.some((one) => one.isReady()),
    lives: up,
    shared: () => up().filter((life) => shared.has(life)),
    sandbox: sandbox.mode,
    async stop() {
      await Promise.all([...kept.map((one) => one.stop()), ...[...lives].map((life) => life.end('stopped'))])
      await Promise.all(slots.map((slot) => slot.quiet()))
      await Promise.all([profiles.close(), theirs.close()])
    },
  }
}

/** Calls wait for those before them to settle. */
function oneAtATime<A, T>(step: (argument: A) => Promise<T>): (argument: A) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (argument) => {
    const turn = last.then(() => step(argument))
    last = turn.catch(() => {})
    return turn
  }
}
