import { randomUUID } from 'node:crypto'
import type { Log } from '#shared/log.ts'
import type { LabEnvironment, LabNoise, Measurement } from '#shared/messages/payloads/measurement.ts'
import type { PerformanceParameters } from '#shared/operations/performance.ts'
import type { Tab } from '../tab/tab.ts'
import { tooLarge } from '../visit/client-failures.ts'
import { measurePostLoad, type PostLoadResults } from './after-load/post-load.ts'
import { foreignShare, hasPaintStall, isContaminated } from './conditions/noise.ts'
import type { PageContext } from './conditions/page-context.ts'
import { type Profile, profileOf } from './conditions/profile.ts'
import { attachInstruments, type InstrumentPorts, type Instruments } from './instruments.ts'
import { type LoadedPage, type LoadPorts, loadPage } from './load.ts'
import { makeOptionalMetrics } from './optional-metrics.ts'
import { MAX_URL_CHARS, truncate } from './requests/logged-request.ts'
import { loadVitals } from './vitals/vitals.ts'

export interface MeasureOncePorts extends InstrumentPorts, LoadPorts {
  /** Cores of the machine. */
  readonly cores: number
  readonly logger: Log
}

/** How long after its timeout an unresponsive page is waited for, in milliseconds. */
const HANG_GRACE_MS = 1000

/** Measures a page once, in a fresh tab, until `endsAt` on the clock of `performance.now()`. Rejects like `loadPage`. */
export async function measureOnce(
  ports: MeasureOncePorts,
  tab: Tab,
  parameters: PerformanceParameters,
  endsAt: number,
): Promise<Measurement> {
  const startedAt = new Date().toISOString()
  const startedMs = performance.now()
  const profile = profileOf(parameters.device)
  const metrics = makeOptionalMetrics(tab, ports.logger)
  const instruments = await tab.guard(attachInstruments(tab, ports, profile))
  const loaded = await loadPage(ports, tab, instruments, parameters, profile)
  const unresponsiveAt = startedMs + parameters.timeout + HANG_GRACE_MS
  const ttfbMs = documentTtfb(instruments, loaded)
  const { waitUntil } = parameters
  const ends = { unresponsiveAt, endsAt }
  const after = await measurePostLoad(tab, instruments, metrics, { profile, loaded, waitUntil, ...ends })
  if (tab.proxy.exceeded() === 'bytes') throw tooLarge({ url: parameters.url, maxBytes: ports.maxPageBytes })
  const { loopAfterMs, context, inp, frameShifts, cpu: _, ...resources } = after
  return {
    runId: randomUUID(),
    startedAt,
    finalUrl: truncate(loaded.visited.finalUrl, MAX_URL_CHARS),
    status: loaded.visited.status,
    waitUntil,
    pageLoadMs: pageLoadTime(loaded),
    processingMs: performance.now() - startedMs,
    environment: describeEnvironment(profile, instruments, context, loopAfterMs),
    vitals: { ...loadVitals(loaded.document, ttfbMs, frameShifts), inp },
    noise: describeNoise(ports, instruments, loaded, after),
    ...resources,
    missing: metrics.missing,
  }
}

/** TTFB of the shown document, like all vitals: without the time before a navigation by script. */
function documentTtfb({ traffic }: Instruments, { document: { beganMs } }: LoadedPage): number | null {
  const wholeMs = traffic.documentTtfbMs()
  return wholeMs === null ? null : Math.max(0, wholeMs - beganMs)
}

/** From the first navigation to the load event, including navigations by script. */
function pageLoadTime({ visited, document: { loadedMs, beganMs } }: LoadedPage): number {
  return loadedMs === null ? visited.pageLoadMs : Math.min(beganMs + loadedMs, visited.pageLoadMs)
}

function describeEnvironment(
  { device, deviceProfile, viewport, userAgent, cpuFactor, network }: Profile,
  { calibration, loopBeforeMs, browser }: Instruments,
  context: PageContext,
  loopAfterMs: number | null,
): LabEnvironment {
  const loopMs = loopAfterMs ?? loopBeforeMs
  const { latencyMs, downloadBytesPerSecond, uploadBytesPerSecond } = network
  return {
    device,
    deviceProfile,
    networkProfile: network.name,
    cpuFactor,
    cpuFactorMeasured: loopMs && loopMs / calibration.baseMs,
    ...{ latencyMs, downloadBytesPerSecond, uploadBytesPerSecond },
    browser,
    userAgent,
    viewport,
    ...context,
  }
}

function describeNoise(
  { cores }: MeasureOncePorts,
  { loopBeforeMs }: Instruments,
  { cpuBefore, cpuAfter, document }: LoadedPage,
  { loopAfterMs, cpu }: PostLoadResults,
): LabNoise {
  const noise = {
    foreignCpu: foreignShare([[cpuBefore, cpuAfter], cpu], cores),
    loopBeforeMs,
    loopAfterMs,
    hasPaintStall: hasPaintStall(document),
    discardedRuns: 0,
  }
  return { ...noise, isContaminated: isContaminated(noise, cores) }
}
