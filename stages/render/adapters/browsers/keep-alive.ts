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

/** One browser after the other: when one takes no more jobs, the next is started. */
export interface KeptAlive {
  /** The browser for new jobs, once it is up. Rejects with SERVICE_UNAVAILABLE while it can't be started, and when it was stopped. */
  ready(): Promise<Life>
  /** Whether there is one for new jobs now. */
  isReady(): boolean
  /** Starts none any more; resolves when the last one takes no more jobs, which is for the caller to see to. */
  stop(): Promise<void>
}

/** So many failed starts in a row are made good unnoticed; after that, jobs are turned away until one succeeds. */
const FAILURES_TO_WAIT_OUT = 1

export function keepAlive(options: KeepAliveOptions): KeptAlive {
  const { start, counts, logger } = options
  const stopped = new AbortController()
  const gate = makeGate<Life>()
  let failures = 0
  let current: Life | null = null

  /** From the start of one browser to the start of the next; throws why no job had anything of it, if so. */
  async function liveThrough(): Promise<void> {
    const life = await start(stopped.signal)
    counts.launched += 1
    gate.open(life)
    current = life
    if (stopped.signal.aborted) await life.end('stopped')
    const why = await life.over
    gate.close()
    current = null
    if (!stopped.signal.aborted) report(life, why, options)
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
    isReady: () => current?.isUp() ?? false,
    async stop() {
      stopped.abort()
      await kept
    },
  }
}

/** Throws when the browser died without a job: it is as good as not started. */
function report(life: Life, why: string | null, { counts, logger }: KeepAliveOptions): void {
  const { pid } = life
  const jobs = life.jobs()
  counts[why === null ? 'crashed' : 'recycled'] += 1
  logger[why === null ? 'warn' : 'info']({ pid, jobs, why: why ?? 'it died' }, 'a browser is replaced')
  if (why === null && jobs === 0) throw new Error('The browser died before its first job')
}
