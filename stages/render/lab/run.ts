import { randomUUID } from 'node:crypto'
import type { LabEnvironment, LabNoise, Measurement } from '#shared/lab/measurement.ts'
import type { Log } from '#shared/log.ts'
import type { PerformanceParameters } from '#shared/operations/performance.ts'
import type { Tab } from '../tab.ts'
import { tooLarge } from '../visit/failures.ts'
import { type AfterLoad, measureAfterLoad } from './after-load.ts'
import { attach, type InstrumentPorts, type Instruments } from './instruments.ts'
import { type Loaded, type LoadPorts, load } from './load.ts'
import { foreignShare, hasPaintStall, isContaminated } from './noise.ts'
import { makeParts } from './parts.ts'
import { type Profile, profileOf } from './profile.ts'
import { loadVitals } from './vitals.ts'

export interface RunPorts extends InstrumentPorts, LoadPorts {
  /** Cores of the machine. */
  readonly cores: number
  readonly logger: Log
}

/** How long after its time a page that answers nothing is given up, in milliseconds. */
const PATIENCE_MS = 1000

/** Measures a page once, in a fresh tab; `endsAt`, on the clock, is when it has to be done. Rejects as `load` does. */
export async function measureOnce(
  ports: RunPorts,
  tab: Tab,
  parameters: PerformanceParameters,
  endsAt: number,
): Promise<Measurement> {
  const startedAt = new Date().toISOString()
  const began = performance.now()
  const profile = profileOf(parameters.device)
  const parts = makeParts(tab, ports.logger)
  const instruments = await tab.guard(attach(tab, ports, profile))
  const loaded = await load(ports, tab, instruments, parameters, profile)
  const patienceAt = began + parameters.timeout + PATIENCE_MS
  const ttfbMs = ttfbOf(instruments, loaded)
  const after = await measureAfterLoad(tab, instruments, parts, { profile, loaded, patienceAt, endsAt })
  if (tab.proxy.exceeded() === 'bytes') throw tooLarge({ url: parameters.url, maxBytes: ports.maxPageBytes })
  const { loopAfterMs, inp, cpu: _, ...resources } = after
  return {
    runId: randomUUID(),
    startedAt,
    finalUrl: loaded.visited.finalUrl,
    status: loaded.visited.status,
    waitUntil: parameters.waitUntil,
    pageLoadMs: pageLoadOf(loaded),
    processingMs: performance.now() - began,
    environment: environmentOf(profile, instruments, loaded, loopAfterMs),
    vitals: { ...loadVitals(loaded.document, ttfbMs), inp },
    noise: noiseOf(ports, instruments, loaded, after),
    ...resources,
    missing: parts.missing,
  }
}

/** Of the document that is shown, as all vitals are. */
function ttfbOf({ traffic }: Instruments, { document: { beganMs } }: Loaded): number | null {
  const wholeMs = traffic.documentTtfbMs()
  return wholeMs === null ? null : Math.max(0, wholeMs - beganMs)
}

/** Of the whole way, where a script led on too. */
function pageLoadOf({ visited, document: { loadedMs, beganMs } }: Loaded): number {
  return loadedMs === null ? visited.pageLoadMs : Math.min(beganMs + loadedMs, visited.pageLoadMs)
}

function environmentOf(
  { device, deviceProfile, viewport, userAgent, cpuFactor, network }: Profile,
  { calibration, loopBeforeMs, browser }: Instruments,
  { document: { timezone, language, cookiesEnabled } }: Loaded,
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
    ...{ timezone, language, cookiesEnabled },
  }
}

function noiseOf(
  { cores }: RunPorts,
  { loopBeforeMs }: Instruments,
  { cpuBefore, cpuAfter, document }: Loaded,
  { loopAfterMs, cpu }: AfterLoad,
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
