import type { LabCoverage } from '#shared/messages/payloads/lab-code.ts'
import type { LabRequest, Measurement } from '#shared/messages/payloads/measurement.ts'
import type { SavedBytes } from '../advice/saved-time.ts'

/** The bytes of a file that are on the wire for its content: compressed where it was. */
function contentBytes({ transferBytes, decodedBytes }: LabRequest): number {
  return Math.min(transferBytes, decodedBytes)
}

/** The responses of one kind that brought a file, by its URL; of several ones the largest. */
export function filesOf(
  { requests }: Pick<Measurement, 'requests'>,
  kind: LabRequest['kind'],
): ReadonlyMap<string, LabRequest> {
  const files = requests
    .filter((request) => request.kind === kind && !request.isRedirect && request.decodedBytes > 0)
    .toSorted((one, other) => one.transferBytes - other.transferBytes)
  return new Map(files.map((request) => [request.url, request]))
}

/** Bytes on the wire for a part of a file: as if each part of it compressed alike. */
export function transferredBytes(request: LabRequest, characters: number): number {
  const share = Math.min(1, characters / request.decodedBytes)
  return Math.round(share * contentBytes(request))
}

/** A file with code that was not used. */
export interface UnusedCode extends SavedBytes {
  readonly coverage: LabCoverage
}

/** The files of one kind with more than `leastBytes` transferred bytes of unused code, the most first. */
export function unusedCode(
  measurement: Pick<Measurement, 'requests' | 'coverage'>,
  kind: LabCoverage['kind'],
  leastBytes: number,
): UnusedCode[] {
  const files = filesOf(measurement, kind)
  return (measurement.coverage ?? [])
    .flatMap((coverage) => {
      const request = coverage.kind === kind ? files.get(coverage.url) : undefined
      if (request === undefined) return []
      const share = coverage.unusedCharacters / Math.max(1, coverage.characters)
      return [{ coverage, request, bytes: Math.round(share * contentBytes(request)) }]
    })
    .filter(({ bytes }) => bytes > leastBytes)
    .toSorted((one, other) => other.bytes - one.bytes)
}
