import type { LaunchedBrowser } from './launch.ts'

/** How a browser comes to its end, be it told to or not. */
export interface Ending {
  /** Resolves when it takes no more jobs: with why it was retired or ended, null when it died by itself. */
  readonly over: Promise<string | null>
  /** Resolves when its processes are gone and `clear` has settled. */
  readonly gone: Promise<void>
  /** Whether it has not begun to end. */
  isUp(): boolean
  /** It takes no more jobs from now on. */
  retire(why: string): void
  /** Asks it to go and ends it after `graceMs`; resolves like `gone`. The first reason counts. */
  end(graceMs: number, why: string): Promise<void>
}

/** `clear` removes what the browser leaves, and never rejects. */
export function makeEnding(
  { browser, fault, end: endProcesses }: Pick<LaunchedBrowser, 'browser' | 'fault' | 'end'>,
  clear: () => Promise<void>,
): Ending {
  const over = Promise.withResolvers<string | null>()
  const gone = Promise.withResolvers<void>()
  let isEnding = false

  async function end(graceMs: number, why: string | null): Promise<void> {
    const isFirst = !isEnding
    isEnding = true
    // One that was asked gently may still be told to end at once.
    await endProcesses(graceMs)
    if (isFirst) {
      await clear()
      over.resolve(why)
      gone.resolve()
    }
    await gone.promise
  }

  const onDisconnected = () => {
    if (!isEnding) void end(0, fault())
  }
  browser.once('disconnected', onDisconnected)
  if (!browser.connected) onDisconnected()
  return { over: over.promise, gone: gone.promise, isUp: () => !isEnding, retire: over.resolve, end }
}
