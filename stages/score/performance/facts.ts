import type { LabRequest, Measurement } from '#shared/lab/measurement.ts'
import { type Freshness, freshnessOf } from './resources/freshness.ts'
import { type ImageWaste, imageWaste, type ShownImage, shownImages } from './resources/images.ts'
import { type Parties, partiesOf } from './resources/parties.ts'
import type { RatedVitals } from './vitals/rated.ts'

/** What tips judge: a measurement, and what several of them derive from it, worked out once. */
export interface LabFacts {
  readonly measurement: Measurement
  readonly vitals: RatedVitals
  /** The answer that the page is made of; null when it is not known. */
  readonly document: LabRequest | null
  /** Redirects on the way to it, in order. */
  readonly documentRedirects: readonly LabRequest[]
  readonly parties: Parties
  /** Files of the page's own site that a cache could keep: scripts, styles, pictures, fonts, media that came well. */
  readonly ownFiles: readonly OwnFile[]
  readonly shownImages: readonly ShownImage[]
  readonly imageWaste: readonly ImageWaste[]
  /** The picture that is the largest paint. */
  readonly lcpImage: ShownImage | null
}

export interface OwnFile {
  readonly request: LabRequest
  readonly freshness: Freshness
}

const FILES: ReadonlySet<LabRequest['kind']> = new Set(['javascript', 'stylesheet', 'image', 'font', 'media'])
const WELL = new Set([200, 203, 206])

export function factsOf(measurement: Measurement, vitals: RatedVitals): LabFacts {
  const shown = shownImages(measurement)
  const parties = partiesOf(measurement.requests, measurement.finalUrl)
  const clock = Date.parse(measurement.startedAt)
  return {
    measurement,
    vitals,
    ...documentOf(measurement),
    parties,
    ownFiles: parties.first.filter(isFile).map((request) => ({
      request,
      freshness: freshnessOf(request, clock),
    })),
    shownImages: shown,
    imageWaste: imageWaste(shown, measurement.environment.viewport.deviceScaleFactor),
    lcpImage: shown.find(({ image }) => image.isLcp) ?? null,
  }
}

function isFile({ method, kind, status, isRedirect }: LabRequest): boolean {
  return method === 'GET' && FILES.has(kind) && !isRedirect && status !== null && WELL.has(status)
}

function documentOf({ requests, finalUrl }: Measurement): Pick<LabFacts, 'document' | 'documentRedirects'> {
  const documents = requests.filter(({ kind }) => kind === 'document')
  const wanted = bare(finalUrl)
  const at = documents.findIndex(({ url, isRedirect }) => !isRedirect && bare(url) === wanted)
  const redirects = documents.slice(0, Math.max(0, at)).filter(({ isRedirect }) => isRedirect)
  return { document: documents[at] ?? null, documentRedirects: redirects }
}

function bare(url: string): string {
  const parsed = new URL(url)
  parsed.hash = ''
  return parsed.href
}
