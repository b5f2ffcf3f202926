import type { Log } from '#shared/log.ts'

/** As the setting: `auto` is with the sandbox where the system lets it be. */
export type SandboxPolicy = 'on' | 'off' | 'auto'

export interface Sandbox {
  /** Starts a browser by `start`, with its own sandbox around pages or without. Rejects like `start`. */
  around<T>(start: (isSandboxed: boolean) => Promise<T>): Promise<T>
  /** What browsers are started with; `auto` until the first one shows what the system allows. */
  mode(): SandboxPolicy
}

export interface SandboxOptions {
  readonly policy: SandboxPolicy
  /** Whether browsers would run as the superuser, for whom Chromium has no sandbox. */
  readonly isRoot: boolean
  readonly logger: Log
}

/** What Chromium says where the system keeps it from making one. */
const SANDBOX_FAULT = /sandbox|namespace/i

/** Finds out once whether the sandbox works here, and warns once when there is none. */
export function makeSandbox({ policy, isRoot, logger }: SandboxOptions): Sandbox {
  let mode = policy

  function goWithout(why: string): void {
    mode = 'off'
    logger.warn(
      { why },
      'browsers run without their sandbox: a page that breaks out of one is stopped by nothing else',
    )
  }
  if (policy === 'off') goWithout('CHROME_SANDBOX is off')
  else if (policy === 'auto' && isRoot) goWithout('browsers run as root')

  async function findOut<T>(start: (isSandboxed: boolean) => Promise<T>): Promise<T> {
    try {
      const started = await withSandbox(start)
      mode = 'on'
      return started
    } catch (error) {
      const started = await start(false)
      goWithout((error as Error).message)
      return started
    }
  }

  return {
    around: (start) => (mode === 'auto' ? findOut(start) : start(mode === 'on').catch(explain)),
    mode: () => mode,
  }
}

function explain(error: Error): never {
  if (!SANDBOX_FAULT.test(error.message)) throw error
  const why = `CHROME_SANDBOX is on, but the browser's sandbox can not be had: ${error.message}`
  throw new Error(why, { cause: error })
}

/** A start that fails for any reason but the sandbox may do so once, as on a busy machine. */
async function withSandbox<T>(start: (isSandboxed: boolean) => Promise<T>): Promise<T> {
  try {
    return await start(true)
  } catch (error) {
    if (SANDBOX_FAULT.test((error as Error).message)) throw error
    return start(true)
  }
}
