import type {
  LabDocument,
  LabEnvironment,
  LabImage,
  LabNoise,
  LabRequest,
  LabVital,
  LabVitals,
  Measurement,
} from '#shared/messages/payloads/measurement.ts'
import { factsOf, type LabFacts } from '#stages/score/performance/facts.ts'
import { ratedVitals } from '#stages/score/performance/vitals/metrics.ts'

/** URL of the measured page, and the start of its navigation. */
const PAGE = 'https://shop.example.com/'
export const STARTED = '2026-11-22T12:00:00.000Z'

export function vital(value: number, attribution: LabVital['attribution'] = {}): LabVital {
  return { value, reason: null, attribution }
}

export function noVital(reason: string): LabVital {
  return { value: null, reason, attribution: {} }
}

/** Good values of all metrics. */
export const goodVitals: LabVitals = {
  lcp: vital(400),
  fcp: vital(240),
  cls: vital(0),
  ttfb: vital(120),
  inp: vital(104),
}

const environment: LabEnvironment = {
  device: 'desktop',
  deviceProfile: 'desktop-1920x1080@1-cpu1x',
  networkProfile: 'unthrottled',
  cpuFactor: 1,
  cpuFactorMeasured: 1.004,
  latencyMs: 0,
  downloadBytesPerSecond: null,
  uploadBytesPerSecond: null,
  browser: 'Chrome/156.0.0.0',
  userAgent: 'PageProbeBot/1.0',
  viewport: { width: 1920, height: 1080, deviceScaleFactor: 1 },
  timezone: 'Etc/UTC',
  language: 'en-US',
  cookiesEnabled: true,
}

/** A phone on slow 4G, as the lab emulates it. */
export const phone: Partial<LabEnvironment> = {
  device: 'mobile',
  cpuFactor: 4,
  latencyMs: 562.5,
  downloadBytesPerSecond: 188_743,
  uploadBytesPerSecond: 86_400,
}

const noise: LabNoise = {
  foreignCpu: 0.0123,
  loopBeforeMs: 50.04,
  loopAfterMs: 51,
  hasPaintStall: false,
  discardedRuns: 0,
  isContaminated: false,
}

export function request(path: string, more: Partial<LabRequest> = {}): LabRequest {
  return {
    url: new URL(path, PAGE).href,
    method: 'GET',
    kind: 'other',
    status: 200,
    protocol: 'h2',
    headers: {},
    mimeType: null,
    transferBytes: 1000,
    decodedBytes: 1000,
    isRedirect: false,
    hasFailed: false,
    startMs: 130,
    endMs: 180,
    isRenderBlocking: false,
    compressed: null,
    secondView: null,
    ...more,
  }
}

/** The document: small, compressed, the first request. */
export const page: LabRequest = request('/', {
  kind: 'document',
  mimeType: 'text/html',
  headers: { 'content-encoding': 'br', 'cache-control': 'no-cache' },
  startMs: 0,
  endMs: 125,
})

export function image(path: string, more: Partial<LabImage> = {}): LabImage {
  return {
    url: new URL(path, PAGE).href,
    naturalWidth: 400,
    naturalHeight: 300,
    shownWidth: 400,
    shownHeight: 300,
    isBackground: false,
    hasSrcset: false,
    isLazy: false,
    isInViewport: true,
    isLcp: false,
    ...more,
  }
}

/** A small document. */
export function labDocument(more: Partial<LabDocument> = {}): LabDocument {
  return {
    elements: 100,
    isCutOff: false,
    depth: 5,
    deepest: 'html>body>main>p>a',
    mostChildren: 20,
    mostChildrenOf: 'html>body>main',
    viewport: 'width=device-width',
    layoutWidth: 375,
    touchAction: 'auto',
    fonts: [],
    ...more,
  }
}

export interface Given extends Partial<Omit<Measurement, 'environment' | 'noise' | 'vitals'>> {
  readonly environment?: Partial<LabEnvironment>
  readonly noise?: Partial<LabNoise>
  readonly vitals?: Partial<LabVitals>
}

/** A run without faults, except for what is given. */
export function measured(given: Given = {}): Measurement {
  return {
    runId: '7d0a0f7e-3a52-4a4e-9a39-0a4b8e3c7f11',
    startedAt: STARTED,
    finalUrl: PAGE,
    status: 200,
    waitUntil: 'networkidle2',
    pageLoadMs: 480.4,
    processingMs: 3210.6,
    requests: [page],
    requestsLeftOut: 0,
    images: [],
    mainThread: [],
    isQuiet: true,
    missing: {},
    ...given,
    environment: { ...environment, ...given.environment },
    noise: { ...noise, ...given.noise },
    vitals: { ...goodVitals, ...given.vitals },
  }
}

export function facts(given: Given = {}): LabFacts {
  const measurement = measured(given)
  return factsOf(measurement, ratedVitals(measurement.vitals))
}
