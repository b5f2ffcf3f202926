import { type BrowserCounts, type KeepAliveOptions, keepAlive } from './keep-alive.ts'
import { type Life, type LifeOptions, startLife } from './life.ts'
import { openProfiles } from './profiles.ts'
import { makeSandbox, type SandboxPolicy } from './sandbox.ts'
import { openSlot, type Slot, type SlotLimits } from './slot.ts'

export interface PoolOptions
  extends Omit<LifeOptions, 'profiles'>,
    Omit<KeepAliveOptions, 'start' | 'counts'>,
    SlotLimits {
  /** Jobs at a time, and so browsers: each has its own, whose death is nobody else's. */
  readonly concurrency: number
  /** The browser's program, asked before each start; null when there is none. */
  findBrowser(): string | null
  readonly sandbox: SandboxPolicy
  /** Where profiles are while their browsers run. */
  readonly folder: string
}

/** A slot for each job at a time, and what is known of their browsers. */
export interface Pool {
  readonly slots: readonly Slot[]
  readonly counts: BrowserCounts
  /** Browsers that are up. */
  lives(): readonly Life[]
  sandbox(): SandboxPolicy
  /** Ends all browsers at once; resolves when their processes and profiles are gone. */
  stop(): Promise<void>
}

const NO_BROWSER =
  'There is no Chromium: install the package chromium-headless-shell, chromium or google-chrome-stable, or set CHROME_PATH'

/** Starts the browsers in the background, one after the other: many starts at once would only be slow ones. */
export async function openPool(options: PoolOptions): Promise<Pool> {
  const { concurrency, folder, logger, findBrowser } = options
  const counts: BrowserCounts = { launched: 0, crashed: 0, recycled: 0 }
  const profiles = await openProfiles(folder)
  const sandbox = makeSandbox({ policy: options.sandbox, isRoot: process.getuid?.() === 0, logger })

  const start = oneAtATime(async (signal: AbortSignal) => {
    signal.throwIfAborted()
    const executablePath = findBrowser()
    if (executablePath === null) throw new Error(NO_BROWSER)
    return sandbox.around((isSandboxed) =>
      startLife({ executablePath, isSandboxed, signal }, { ...options, profiles }),
    )
  })
  const openOne = () => openSlot(keepAlive({ ...options, start, counts }), options)
  const slots = Array.from({ length: concurrency }, openOne)

  return {
    slots,
    counts,
    lives: () => slots.flatMap((slot) => slot.life() ?? []).filter((life) => life.isUp()),
    sandbox: sandbox.mode,
    async stop() {
      await Promise.all(slots.map((slot) => slot.stop()))
      await profiles.close()
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
