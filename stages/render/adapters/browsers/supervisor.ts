import { setTimeout as pause } from 'node:timers/promises'
import { unavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { makeLatch } from '../../../../shared/async/latch.ts'
import type { BrowserInstance } from './instance.ts'

export interface SupervisorOptions {
  /** Starts a browser; rejects when that fails, and soon when the signal is aborted. */
  launch(signal: AbortSignal): Promise<BrowserInstance>
  /** Milliseconds of rest after a start that failed; doubled by each further one, up to `maxRestMs`. */
  readonly backoffMs: number
  readonly maxBackoffMs: number
  readonly counts: BrowserCounts
  readonly logger: Log
}

/** What happened to browsers so far. */
export interface BrowserCounts {
  launched: number
  /** Gone without having been told to. */
  crashed: number
  /** Replaced: for their jobs, their age, their memory, or a tab that was lost or would not close. */
  recycled: number
}

/** One browser after the other: when one takes no more jobs, the next is started. */
export interface BrowserSupervisor {
  /** The browser for new jobs, once it is up. Rejects with SERVICE_UNAVAILABLE while it can't be started, and when it was stopped. */
  ready(): Promise<BrowserInstance>
  /** Whether there is one for new jobs now. */
  isReady(): boolean
  /** Starts none any more; resolves when the last one takes no more jobs, which is for the caller to see to. */
  stop(): Promise<void>
}

/** So many failed starts in a row are made good unnoticed; after that, jobs are turned away until one succeeds. */
const UNREPORTED_FAILURES = 1

export function superviseBrowser(options: SupervisorOptions): BrowserSupervisor {
  const { launch, counts, logger } = options
  const stopped = new AbortController()
  const latch = makeLatch<BrowserInstance>()
  let failedLaunches = 0
  let current: BrowserInstance | null = null

  /** From the start of one browser to the start of the next; throws why no job had anything of it, if so. */
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
    logger.error({ err: error }, 'no browser could be started')
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
    ready: latch.wait,
    isReady: () => current?.isUp() ?? false,
    async stop() {
      stopped.abort()
      await supervision
    },
  }
}

/** Throws when the browser died without a job: it is as good as not started. */
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
