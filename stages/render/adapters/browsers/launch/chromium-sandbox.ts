import type { Log } from '#shared/log.ts'

/** As the setting: `auto` is with the sandbox where the system lets it be. */
export type SandboxPolicy = 'on' | 'off' | 'auto'

export interface ChromiumSandbox {
  /** Starts a browser by `start`, with its own sandbox around pages or without. Rejects like `start`. */
  launch<T>(launch: (isSandboxed: boolean) => Promise<T>): Promise<T>
  /** What browsers are started with; `auto` until the first one shows what the system allows. */
  mode(): SandboxPolicy
}

export interface ChromiumSandboxOptions {
  readonly policy: SandboxPolicy
  /** Whether browsers would run as the superuser, for whom Chromium has no sandbox. */
  readonly isRoot: boolean
  readonly logger: Log
}

/** What Chromium says where the system keeps it from making one. */
const SANDBOX_ERROR = /sandbox|namespace/i

/** Finds out once whether the sandbox works here, and warns once when there is none. */
export function makeChromiumSandbox({ policy, isRoot, logger }: ChromiumSandboxOptions): ChromiumSandbox {
  let mode = policy

  function disable(reason: string): void {
    mode = 'off'
    logger.warn(
      { why: reason },
      'browsers run without their sandbox: a page that breaks out of one is stopped by nothing else',
    )
  }
  if (policy === 'off') disable('CHROME_SANDBOX is off')
  else if (policy === 'auto' && isRoot) disable('browsers run as root')

  async function detect<T>(launch: (isSandboxed: boolean) => Promise<T>): Promise<T> {
    try {
      const launched = await launchSandboxed(launch)
      mode = 'on'
      return launched
    } catch (error) {
      const launched = await launch(false)
      disable((error as Error).message)
      return launched
    }
  }

  return {
    launch: (launch) => (mode === 'auto' ? detect(launch) : launch(mode === 'on').catch(explainFailure)),
    mode: () => mode,
  }
}

function explainFailure(error: Error): never {
  if (!SANDBOX_ERROR.test(error.message)) throw error
  const reason = `CHROME_SANDBOX is on, but the browser's sandbox can not be had: ${error.message}`
  throw new Error(reason, { cause: error })
}

/** A start that fails for any reason but the sandbox may do so once, as on a busy machine. */
async function launchSandboxed<T>(launch: (isSandboxed: boolean) => Promise<T>): Promise<T> {
  try {
    return await launch(true)
  } catch (error) {
    if (SANDBOX_ERROR.test((error as Error).message)) throw error
    return launch(true)
  }
}
