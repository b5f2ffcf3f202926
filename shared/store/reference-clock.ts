import type { Log } from '#shared/log.ts'
import type { StoreClock } from '#shared/ports/result-store.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'

export interface ReferenceClockOptions {
  readonly store: StoreClock
  readonly logger: Log
  readonly metrics: Metrics
  /** Milliseconds between two measurements. */
  readonly everyMs?: number
}

const EVERY_MS = 60_000
/** Of several measurements the one with the shortest round trip is the best: its error is at most half of the round trip. */
const SAMPLES = 3
/** Offset in milliseconds from which on a warning is logged. */
const NOTABLE_MS = 1000

/** The store's time when `performance.now()` was 0; null without a measurement. */
let originMs: number | null = null

/**
 * Milliseconds since the epoch by the clock of the store, which all processes of an installation share, however wrong the
 * clock of a machine is. Without a measurement: the machine's clock.
 */
export function referenceNow(): number {
  return originMs === null ? Date.now() : Math.round(originMs + performance.now())
}

/** Digits of a sequence: microseconds since the epoch have as many until the year 2286. */
const SEQUENCE_DIGITS = 16

let lastSequence = 0

/**
 * The sequence of an event that is made now: microseconds since the epoch by the reference clock, in digits of equal
 * length, so that texts and numbers have the same order. Each one of a process is greater than the one before it, also
 * where the clock is set back.
 */
export function nextSequence(): string {
  const now = originMs === null ? Date.now() : originMs + performance.now()
  lastSequence = Math.max(lastSequence + 1, Math.floor(now * 1000))
  return String(lastSequence).padStart(SEQUENCE_DIGITS, '0')
}

/**
 * Follows the clock of the store: measures it regularly, and logs when the machine's clock differs by a second or more.
 * Between measurements, and while the store is unavailable, the monotonic clock continues the time. Resolves after the
 * first measurement, even a failed one. The returned function ends it.
 */
export async function followReferenceClock(options: ReferenceClockOptions): Promise<() => void> {
  const { store, logger, metrics, everyMs = EVERY_MS } = options
  let isOff = false

  async function measure(): Promise<void> {
    originMs = await originOf(store)
    const offsetMs = ownOffsetMs() ?? 0
    if (isOff === Math.abs(offsetMs) >= NOTABLE_MS) return
    isOff = !isOff
    const about = { offsetSeconds: offsetMs / 1000 }
    if (isOff)
      logger.warn(
        about,
        "this machine's clock differs from that of the store: deadlines use the store's clock",
      )
    else logger.info(about, "this machine's clock and the store's agree again")
  }

  const measureOrKeep = () =>
    measure().catch((err: unknown) => logger.debug({ err }, 'the clock of the store cannot be read'))
  await measureOrKeep()
  const timer = setInterval(() => void measureOrKeep(), everyMs).unref()
  watchOffset(metrics)
  return () => {
    clearInterval(timer)
    originMs = null
  }
}

/** Milliseconds by which the machine's clock is ahead of the store's; null = unknown. */
function ownOffsetMs(): number | null {
  return originMs === null ? null : Date.now() - referenceNow()
}

function watchOffset(metrics: Metrics): void {
  const offset = metrics.gauge({
    name: 'pageprobe_clock_offset_seconds',
    help: "Seconds by which the machine's clock is ahead of the store's clock, which deadlines use",
    labels: {},
  })
  offset.watch({}, () => {
    const ms = ownOffsetMs()
    return ms === null ? null : ms / 1000
  })
}

async function originOf(store: StoreClock): Promise<number> {
  const samples: { origin: number; tookMs: number }[] = []
  for (let count = 0; count < SAMPLES; count++) {
    const sentAt = performance.now()
    const now = await store.now()
    const tookMs = performance.now() - sentAt
    samples.push({ origin: now - sentAt - tookMs / 2, tookMs })
  }
  return samples.reduce((best, one) => (one.tookMs < best.tookMs ? one : best)).origin
}
