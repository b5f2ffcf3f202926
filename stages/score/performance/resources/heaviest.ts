import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { kilobytes } from './kilobytes.ts'
import { transferOf } from './totals.ts'

interface Figures {
  readonly requests: number
  readonly transfer_kb: number
}

/** The groups with the most transferred bytes, at most `most`; groups with equal bytes are sorted by name. */
export function heaviest(
  requests: readonly LabRequest[],
  nameOf: (request: LabRequest) => string,
  most: number,
): [name: string, figures: Figures][] {
  return [...Map.groupBy(requests, nameOf)]
    .map(([name, own]) => ({ name, count: own.length, bytes: transferOf(own) }))
    .toSorted((one, other) => other.bytes - one.bytes || (one.name < other.name ? -1 : 1))
    .slice(0, most)
    .map(({ name, count, bytes }) => [name, { requests: count, transfer_kb: kilobytes(bytes) }])
}
