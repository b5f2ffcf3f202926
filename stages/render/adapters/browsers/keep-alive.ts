import { setTimeout as pause } from 'node:timers/promises'
import { unavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { makeGate } from './gate.ts'
import type { Life } from './life.ts'

export interface KeepAliveOptions {
  /** Starts a browser; rejects when that fails, and soon when the signal is aborted. */
  start(signal: AbortSignal): Promise<Life>
  /** Milliseconds of rest after a start that failed; doubled by each further one, up to `maxRestMs`. */
  readonly restMs: number
  readonly maxRestMs: number
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

/** One browser after the other: when one is gone, the next is started. */
export interface KeptAlive {
  /** The browser, once it is up. Rejects with SERVICE_UNAVAILABLE while it can't be started, and when it was stopped. */
  ready(): Promise<Life>
  life(): Life | null
  /** Ends the browser at once, and starts none any more. */
  stop(): Promise<void>
}

/** So many failed starts in a row are made good unnoticed; after that, jobs are turned away until one succeeds. */
const FAILURES_TO_WAIT_OUT = 1

export function keepAlive(options: KeepAliveOptions): KeptAlive {
  const { start, counts, logger } = options
  const stopped = new AbortController()
  const gate = makeGate<Life>()
  let life: Life | null = null
  let failures = 0

  /** From start to end of one browser; throws why no job had anything of it, if so. */
  async function liveThrough(): Promise<void> {
    const started = await start(stopped.signal)
    life = started
    counts.launched += 1
    gate.open(started)
    if (stopped.signal.aborted) await started.end('now', 'stopped')
    const why = await started.gone
    life = null
    gate.close()
    if (!stopped.signal.aborted) report(started, why, options)
    failures = 0
  }

  async function rest(error: unknown): Promise<void> {
    if (stopped.signal.aborted) return
    logger.error({ err: error }, 'no browser could be started')
    failures += 1
    if (failures > FAILURES_TO_WAIT_OUT) gate.lock(unavailable('browser', error))
    const ms = Math.min(options.restMs * 2 ** (failures - 1), options.maxRestMs)
    await pause(ms, null, { signal: stopped.signal }).catch(() => {})
  }

  async function keep(): Promise<void> {
    while (!stopped.signal.aborted) await liveThrough().catch(rest)
    gate.lock(unavailable('browser'))
  }

  const kept = keep()
  return {
    ready: gate.pass,
    life: () => life,
    async stop() {
      stopped.abort()
      await life?.end('now', 'stopped')
      await kept
    },
  }
}

/** Throws when the browser died without a job: it is as good as not started. */
function report(gone: Life, why: string | null, { counts, logger }: KeepAliveOptions): void {
  const { pid } = gone
  const jobs = gone.jobs()
  counts[why === null ? 'crashed' : 'recycled'] += 1
  logger[why === null ? 'warn' : 'info']({ pid, jobs, why: why ?? 'it died' }, 'a browser is replaced')
  if (why === null && jobs === 0) throw new Error('The browser died before its first job')
}
