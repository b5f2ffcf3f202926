import type { Log } from '#shared/log.ts'

/** The setting CHROME_SANDBOX: `auto` uses the sandbox where the system allows it. */
export type SandboxPolicy = 'on' | 'off' | 'auto'

export interface ChromiumSandboxOptions {
  readonly policy: SandboxPolicy
  /** Whether browsers would run as root, for whom Chromium has no sandbox. */
  readonly isRoot: boolean
  readonly logger: Log
}

/** Chromium's error where the system does not allow a sandbox. */
const SANDBOX_ERROR = /sandbox|namespace/i

/** Tries once whether the sandbox works on this machine, and warns once when it does not. */
export function makeChromiumSandbox({ policy, isRoot, logger }: ChromiumSandboxOptions) {
  let mode = policy

  function disable(reason: string): void {
    mode = 'off'
    logger.warn(
      { reason },
      'browsers run without their sandbox: nothing else stops a page that takes over its renderer',
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
    /** Launches a browser with or without Chromium's own sandbox. Rejects like `launch`. */
    launch: <T>(launch: (isSandboxed: boolean) => Promise<T>): Promise<T> =>
      mode === 'auto' ? detect(launch) : launch(mode === 'on').catch(explainFailure),
    /** How browsers are launched; `auto` until the first launch shows whether the system allows the sandbox. */
    mode: () => mode,
  }
}

function explainFailure(error: Error): never {
  if (!SANDBOX_ERROR.test(error.message)) throw error
  const reason = `CHROME_SANDBOX is on, but the sandbox of the browser cannot be used: ${error.message}`
  throw new Error(reason, { cause: error })
}

/** Retries a launch once that fails for another reason than the sandbox, as on a busy machine. */
async function launchSandboxed<T>(launch: (isSandboxed: boolean) => Promise<T>): Promise<T> {
  try {
    return await launch(true)
  } catch (error) {
    if (SANDBOX_ERROR.test((error as Error).message)) throw error
    return launch(true)
  }
}
