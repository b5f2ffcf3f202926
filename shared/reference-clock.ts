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
/** Of several questions the one that was answered soonest tells the time best: its error is half of its round trip at most. */
const SAMPLES = 3
/** An offset from which on the operator is told, in milliseconds. */
const NOTABLE_MS = 1000

/** The store's time when `performance.now()` was 0; null while nobody follows the store. */
let originMs: number | null = null

/**
 * Milliseconds since the epoch by the store's clock, which all processes of an installation share: the same everywhere,
 * however wrong a machine's own clock is. The machine's own clock where no store is followed.
 */
export function referenceNow(): number {
  return originMs === null ? Date.now() : Math.round(originMs + performance.now())
}

/**
 * Follows the store's clock: measures it now and again and again, and tells when the machine's own clock is off by a
 * second or more. In between, and while the store is away, the time goes on from the last measurement by the monotonic
 * clock. Resolves after the first measurement, also where that failed; the returned function ends it.
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
      logger.warn(about, "this machine's clock and the store's differ: deadlines are kept by the store's")
    else logger.info(about, "this machine's clock and the store's agree again")
  }

  const measureOrKeep = () =>
    measure().catch((err: unknown) => logger.debug({ err }, "the store's clock can not be read"))
  await measureOrKeep()
  const timer = setInterval(() => void measureOrKeep(), everyMs).unref()
  watchOffset(metrics)
  return () => {
    clearInterval(timer)
    originMs = null
  }
}

/** Milliseconds by which this machine's clock is ahead of the store's; null when that is not known. */
function ownOffsetMs(): number | null {
  return originMs === null ? null : Date.now() - referenceNow()
}

function watchOffset(metrics: Metrics): void {
  const offset = metrics.gauge({
    name: 'pageprobe_clock_offset_seconds',
    help: "Seconds by which the clock of the process's machine is ahead of the store's, by which deadlines are kept",
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
    const asked = performance.now()
    const now = await store.now()
    const tookMs = performance.now() - asked
    samples.push({ origin: now - asked - tookMs / 2, tookMs })
  }
  return samples.reduce((best, one) => (one.tookMs < best.tookMs ? one : best)).origin
}
