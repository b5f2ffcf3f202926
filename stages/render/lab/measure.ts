import { withTiming } from '#shared/messages/events/inspection.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import { pageRenderedRecord } from '#shared/messages/events/page-rendered.ts'
import type { Measurement } from '#shared/messages/payloads/measurement.ts'
import type { PerformanceParameters } from '#shared/operations/performance.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { timeLeft } from '#shared/stage/middleware/expiry.ts'
import { putWithRetry } from '#shared/stage/publisher.ts'
import type { StageResult } from '#shared/stage/stage-handler.ts'
import type { Tabs } from '../tab/tab.ts'
import { toClientFailure } from '../visit/client-failures.ts'
import { type MeasureOncePorts, measureOnce } from './measure-once.ts'

export interface MeasurePorts extends MeasureOncePorts {
  readonly tabs: Pick<Tabs, 'useExclusive'>
}

/** How long a measurement may take once the page is loaded, for all runs together, in milliseconds. */
const MEASURE_MS = 13_000
/** Reserved for the delivery of the response, in milliseconds. */
const RESPONSE_MARGIN_MS = 1000
/** Runs that may be discarded for their noise. */
const MAX_DISCARDED_RUNS = 1
/** A run may take longer than the previous one by this factor. */
const DURATION_MARGIN = 1.2

/** Measures the requested page, and hands the measurement to the score stage, which rates it. Rejects like `measure`. */
export async function renderMeasurement(
  ports: MeasurePorts & { readonly objects: ObjectStore },
  request: InspectionRequested,
  { signal, started }: { readonly signal: AbortSignal; readonly started: number },
): Promise<StageResult> {
  const measurement = await measure(ports, request, signal)
  const put = putWithRetry(ports.objects, { lane: request.lane, signal })
  const timed = { ...request, timing: withTiming(request, 'render', performance.now() - started).timing }
  return { next: [await pageRenderedRecord(put, timed, measurement)] }
}

/**
 * Measures the requested page while no other tab is in use. A run that other processes disturbed is repeated while there is time; the
 * least disturbed run counts, and is marked as disturbed. Rejects with the `Failure`s of infra/docs/clients.md#errors.
 */
export async function measure(
  ports: MeasurePorts,
  request: InspectionRequested,
  signal: AbortSignal,
): Promise<Measurement> {
  const parameters = request.parameters as unknown as PerformanceParameters
  const maxMs = parameters.timeout + MEASURE_MS
  let endsAt: number | null = null
  const measureExclusive = (continuesPrevious: boolean) =>
    ports.tabs.useExclusive(
      (tab) => {
        endsAt ??= performance.now() + Math.min(maxMs, timeLeft(request) - RESPONSE_MARGIN_MS)
        return measureOnce(ports, tab, parameters, endsAt)
      },
      { deadlineMs: maxMs - elapsedMs(), signal, lane: request.lane, continuesPrevious },
    )
  const elapsedMs = () => (endsAt === null ? 0 : Math.max(0, performance.now() + maxMs - endsAt))

  const fail = (error: unknown) => Promise.reject(toClientFailure(error, parameters, 'measured'))
  let best = await measureExclusive(false).catch(fail)
  for (let discarded = 1; best.noise.isContaminated && discarded <= MAX_DISCARDED_RUNS; discarded++) {
    if (maxMs - elapsedMs() < best.processingMs * DURATION_MARGIN) break
    const next = await measureExclusive(true).catch((error: unknown) => {
      // The first run is a valid result.
      ports.logger.warn({ err: error }, 'a disturbed measurement cannot be repeated')
      return null
    })
    best = withDiscarded(leastDisturbed(best, next ?? best), discarded)
  }
  return best
}

function leastDisturbed(one: Measurement, other: Measurement): Measurement {
  const noiseOf = ({ noise }: Measurement) => (noise.isContaminated ? (noise.foreignCpu ?? 1) : -1)
  return noiseOf(other) < noiseOf(one) ? other : one
}

function withDiscarded(measurement: Measurement, discardedRuns: number): Measurement {
  return { ...measurement, noise: { ...measurement.noise, discardedRuns } }
}
