import type { LabRequest, Measurement } from '#shared/messages/payloads/measurement.ts'
import { type Freshness, freshnessOf } from './resources/caching.ts'
import { type ImageWaste, imageWaste, type ShownImage, shownImages } from './resources/images.ts'
import { type Initiators, initiatorsOf } from './resources/initiators.ts'
import { type Parties, partiesOf } from './resources/totals.ts'
import type { RatedVitals } from './vitals/metrics.ts'

/** The facts that tips check: a measurement, and values that several tips derive from it, computed once. */
export interface LabFacts {
  /** The times of its requests are relative to the navigation to the shown page, as the metrics are. */
  readonly measurement: Measurement
  readonly vitals: RatedVitals
  /** The response that is the page; null when it is unknown. */
  readonly document: LabRequest | null
  /** Redirects on the way to it, in order. */
  readonly documentRedirects: readonly LabRequest[]
  readonly parties: Parties
  readonly initiators: Initiators
  /** Files of the page's own site that a cache could store: scripts, styles, images, fonts and media that loaded. */
  readonly ownFiles: readonly StaticFile[]
  /** Such files of other sites. */
  readonly thirdFiles: readonly StaticFile[]
  readonly shownImages: readonly ShownImage[]
  readonly imageWaste: readonly ImageWaste[]
  /** The image that is the largest contentful paint. */
  readonly lcpImage: ShownImage | null
}

export interface StaticFile {
  readonly request: LabRequest
  readonly freshness: Freshness
}

const FILES: ReadonlySet<LabRequest['kind']> = new Set(['javascript', 'stylesheet', 'image', 'font', 'media'])
const WELL = new Set([200, 203, 206])

/** Derives the facts of a measurement. */
export function factsOf(measured: Measurement, vitals: RatedVitals): LabFacts {
  const beganMs = navigationRequests(measured)[0]?.startMs ?? 0
  const measurement = since(beganMs, measured)
  const way = navigationRequests(measurement)
  const shown = shownImages(measurement)
  const parties = partiesOf(measurement.requests, measurement.finalUrl)
  const clock = Date.parse(measurement.startedAt) + beganMs
  return {
    measurement,
    vitals,
    document: way.at(-1) ?? null,
    documentRedirects: way.slice(0, -1),
    parties,
    initiators: initiatorsOf(measurement.requests),
    ownFiles: staticFiles(parties.first, clock),
    thirdFiles: staticFiles(parties.third, clock),
    shownImages: shown,
    imageWaste: imageWaste(shown, measurement.environment.viewport.deviceScaleFactor),
    lcpImage: shown.find(({ image }) => image.isLcp) ?? null,
  }
}

/** `clock`: the start of the navigation, in milliseconds since the epoch. */
function staticFiles(requests: readonly LabRequest[], clock: number): StaticFile[] {
  return requests.filter(isFile).map((request) => ({ request, freshness: freshnessOf(request, clock) }))
}

function isFile({ method, kind, status, isRedirect }: LabRequest): boolean {
  return method === 'GET' && FILES.has(kind) && !isRedirect && status !== null && WELL.has(status)
}

/** The redirects that led to the page, in order, and its own request; empty when unknown. */
function navigationRequests({ requests, finalUrl }: Measurement): LabRequest[] {
  const documents = requests.filter(({ kind }) => kind === 'document')
  const wanted = bare(finalUrl)
  const at = documents.findIndex(({ url, isRedirect }) => !isRedirect && bare(url) === wanted)
  const before = documents.slice(0, Math.max(0, at))
  const from = before.findLastIndex(({ isRedirect }) => !isRedirect) + 1
  return documents.slice(from, at + 1)
}

/**
 * A script may have navigated on to the shown page. Its metrics start with its own navigation, so the requests
 * must too.
 */
function since(beganMs: number, measured: Measurement): Measurement {
  const requests = measured.requests.map((request) => ({
    ...request,
    startMs: request.startMs - beganMs,
    endMs: request.endMs === null ? null : request.endMs - beganMs,
  }))
  return { ...measured, requests }
}

function bare(url: string): string {
  const parsed = new URL(url)
  parsed.hash = ''
  return parsed.href
}
