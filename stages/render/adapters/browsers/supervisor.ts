import { setTimeout as pause } from 'node:timers/promises'
import { makeLatch } from '#shared/async/latch.ts'
import { unavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { BrowserInstance } from './instance.ts'

export interface SupervisorOptions {
  /** Launches a browser; rejects when that fails, and soon after the signal is aborted. */
  launch(signal: AbortSignal): Promise<BrowserInstance>
  /** Milliseconds of pause after a failed launch; each further failure doubles it, up to `maxBackoffMs`. */
  readonly backoffMs: number
  readonly maxBackoffMs: number
  readonly counts: BrowserCounts
  readonly logger: Log
}

/** Since the start of the process. */
export interface BrowserCounts {
  launched: number
  /** Exited by themselves. */
  crashed: number
  /** Replaced on purpose: for the number of their jobs, their age, their memory, or a tab that was lost or did not close. */
  recycled: number
}

/** So many failed launches in a row only delay jobs; after more failures, jobs are rejected until a launch succeeds. */
const UNREPORTED_FAILURES = 1

/**
 * Keeps one browser running: launches the next one when the current one gets no more jobs. Starts the supervision at once, in the
 * background.
 */
export function superviseBrowser(options: SupervisorOptions) {
  const { launch, counts, logger } = options
  const stopped = new AbortController()
  const latch = makeLatch<BrowserInstance>()
  let failedLaunches = 0
  let current: BrowserInstance | null = null

  /** From one launch until the browser gets no more jobs; throws when the browser was of no use to any job. */
  async function superviseInstance(): Promise<void> {
    const instance = await launch(stopped.signal)
    counts.launched += 1
    latch.set(instance)
    current = instance
    if (stopped.signal.aborted) await instance.kill('stopped')
    const reason = await instance.retired
    latch.reset()
    current = null
    if (!stopped.signal.aborted) recordExit(instance, reason, options)
    failedLaunches = 0
  }

  async function backOff(error: unknown): Promise<void> {
    if (stopped.signal.aborted) return
    logger.error({ err: error }, 'a browser cannot be launched')
    failedLaunches += 1
    if (failedLaunches > UNREPORTED_FAILURES) latch.fail(unavailable('browser', error))
    const ms = Math.min(options.backoffMs * 2 ** (failedLaunches - 1), options.maxBackoffMs)
    await pause(ms, null, { signal: stopped.signal }).catch(() => {})
  }

  async function supervise(): Promise<void> {
    while (!stopped.signal.aborted) await superviseInstance().catch(backOff)
    latch.fail(unavailable('browser'))
  }

  const supervision = supervise()
  return {
    /** The browser for new jobs, once it is up. Rejects with SERVICE_UNAVAILABLE while launches fail, and after `stop`. */
    ready: latch.wait,
    /** Whether there is a browser for new jobs at the moment. */
    isReady: () => current?.isUp() ?? false,
    /** Launches no more browsers; resolves when the last one gets no more jobs. The caller has to kill it. */
    async stop(): Promise<void> {
      stopped.abort()
      await supervision
    },
  }
}

/** Throws when the browser died before its first job, which counts as a failed launch. */
function recordExit(
  instance: BrowserInstance,
  reason: string | null,
  { counts, logger }: SupervisorOptions,
): void {
  const { pid } = instance
  const jobs = instance.jobCount()
  counts[reason === null ? 'crashed' : 'recycled'] += 1
  logger[reason === null ? 'warn' : 'info'](
    { pid, jobs, reason: reason ?? 'it died' },
    'a browser is replaced',
  )
  if (reason === null && jobs === 0) throw new Error('The browser died before its first job')
}
