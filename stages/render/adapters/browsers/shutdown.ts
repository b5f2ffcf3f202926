import type { LaunchedBrowser } from './launch/launch-browser.ts'

/** How a browser comes to its end, be it told to or not. */
export interface Shutdown {
  /** Resolves when it takes no more jobs: with why it was retired or ended, null when it died by itself. */
  readonly retired: Promise<string | null>
  /** Resolves when its processes are gone and `clear` has settled. */
  readonly removed: Promise<void>
  /** Whether it has not begun to end. */
  isUp(): boolean
  /** It takes no more jobs from now on. */
  retire(reason: string): void
  /** Asks it to go and ends it after `graceMs`; resolves like `gone`. The first reason counts. */
  shutDown(graceMs: number, reason: string): Promise<void>
}

/** `clear` removes what the browser leaves, and never rejects. */
export function makeShutdown(
  { browser, closeReason, close: closeBrowser }: Pick<LaunchedBrowser, 'browser' | 'closeReason' | 'close'>,
  cleanUp: () => Promise<void>,
): Shutdown {
  const retired = Promise.withResolvers<string | null>()
  const removed = Promise.withResolvers<void>()
  let isShuttingDown = false

  async function shutDown(graceMs: number, reason: string | null): Promise<void> {
    const isFirst = !isShuttingDown
    isShuttingDown = true
    // One that was asked gently may still be told to end at once.
    await closeBrowser(graceMs)
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
    retired: retired.promise,
    removed: removed.promise,
    isUp: () => !isShuttingDown,
    retire: retired.resolve,
    shutDown,
  }
}
