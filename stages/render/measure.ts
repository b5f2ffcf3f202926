import type { Measurement } from '#shared/lab/measurement.ts'
import type { InspectionRequested } from '#shared/messages/inspection-requested.ts'
import type { PerformanceParameters } from '#shared/operations/performance.ts'
import { timeLeft } from '#shared/pipeline/expiry.ts'
import { measureOnce, type RunPorts } from './lab/run.ts'
import type { Tabs } from './tab.ts'
import { heardOf } from './visit/failures.ts'

export interface MeasurePorts extends RunPorts {
  readonly tabs: Pick<Tabs, 'useAlone'>
}

/** What a measurement may take once the page is loaded, all its runs together. */
const MEASURE_MS = 13_000
/** Kept free for the way of the answer. */
const WAY_MS = 1000
/** Runs that may be thrown away for their noise. */
const MOST_DISCARDED = 1
/** A run may take that much longer than the one before. */
const MARGIN = 1.2

/**
 * Measures the page that was asked for, alone in the browsers. A run that others disturbed is thrown away for another while there
 * is time; the least disturbed one counts, and says so. Rejects with the Failures of the contract.
 */
export async function measure(
  ports: MeasurePorts,
  request: InspectionRequested,
  signal: AbortSignal,
): Promise<Measurement> {
  const parameters = request.parameters as unknown as PerformanceParameters
  const most = parameters.timeout + MEASURE_MS
  let endsAt: number | null = null
  const measureAlone = (isAgain: boolean) =>
    ports.tabs.useAlone(
      (tab) => {
        endsAt ??= performance.now() + Math.min(most, timeLeft(request) - WAY_MS)
        return measureOnce(ports, tab, parameters, endsAt)
      },
      { deadlineMs: most - spent(), signal, lane: request.lane, isAgain },
    )
  const spent = () => (endsAt === null ? 0 : Math.max(0, performance.now() + most - endsAt))

  const fail = (error: unknown) => Promise.reject(heardOf(error, parameters, 'measured'))
  let best = await measureAlone(false).catch(fail)
  for (let discarded = 1; best.noise.isContaminated && discarded <= MOST_DISCARDED; discarded++) {
    if (most - spent() < best.processingMs * MARGIN) break
    const next = await measureAlone(true).catch((error: unknown) => {
      // The first run is an answer already.
      ports.logger.warn({ err: error }, 'a disturbed measurement could not be made again')
      return null
    })
    best = withDiscarded(quieter(best, next ?? best), discarded)
  }
  return best
}

function quieter(one: Measurement, other: Measurement): Measurement {
  const noiseOf = ({ noise }: Measurement) => (noise.isContaminated ? (noise.foreignCpu ?? 1) : -1)
  return noiseOf(other) < noiseOf(one) ? other : one
}

function withDiscarded(measurement: Measurement, discardedRuns: number): Measurement {
  return { ...measurement, noise: { ...measurement.noise, discardedRuns } }
}
