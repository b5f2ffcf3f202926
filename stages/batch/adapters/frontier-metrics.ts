import type { Log } from '#shared/log.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import { waitingUrls } from '#shared/telemetry/scaling-metrics.ts'
import { startSteps } from '../background-work.ts'

/** What all processes together have to do. */
export interface FrontierFigures {
  /** Items that wait for their turn, and those whose host rests. Batches that are paused have none. */
  readonly ready: number
  readonly resting: number
  readonly in_flight: number
  /** Since the oldest lease began; 0 = nothing is in flight. */
  readonly oldest_seconds: number
}

export interface FrontierMetricsOptions {
  /** Reads the figures. */
  read(): Promise<FrontierFigures>
  readonly metrics: Metrics
  readonly logger: Log
}

/** The figures are read this often: each costs as much as there are unfinished batches, and items in flight. */
const READ_MS = 10_000

/** Registers the metrics of the frontier, and reads them from time to time. The returned function stops it. */
export function startFrontierMetrics({ read, metrics, logger }: FrontierMetricsOptions): () => Promise<void> {
  let figures: FrontierFigures | null = null
  register(metrics, () => figures)
  return startSteps({
    ...{ logger, failure: 'the figures of the frontier cannot be read', retryMs: READ_MS },
    async step() {
      const reading = read()
      figures = await reading.catch(() => null)
      await reading
      return READ_MS
    },
  })
}

function register(metrics: Metrics, figures: () => FrontierFigures | null): void {
  const ofAll = 'of all batch parts, each of which reports the same figure'
  const waiting = metrics.gauge(waitingUrls)
  const inFlight = metrics.gauge({
    name: 'pageprobe_batch_in_flight',
    help: `URLs of batches that are in the stages; ${ofAll}`,
    labels: {},
  })
  const oldest = metrics.gauge({
    name: 'pageprobe_batch_oldest_lease_seconds',
    help: `time since the oldest lease of a URL in the stages began; ${ofAll}`,
    labels: {},
  })
  waiting.watch({ state: 'ready' }, () => figures()?.ready ?? null)
  waiting.watch({ state: 'resting' }, () => figures()?.resting ?? null)
  // A gauge without labels would be 0 where nothing is known.
  inFlight.watch({}, () => figures()?.in_flight ?? Number.NaN)
  oldest.watch({}, () => figures()?.oldest_seconds ?? Number.NaN)
}
