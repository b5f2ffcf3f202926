import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { kilobytes } from './kilobytes.ts'

interface Totals {
  readonly transfer_kb: number
  readonly decoded_kb: number
}

/** Totals of requests. */
export function totalsOf(requests: readonly LabRequest[]): Totals {
  return {
    transfer_kb: kilobytes(transferOf(requests)),
    decoded_kb: kilobytes(requests.reduce((sum, { decodedBytes }) => sum + decodedBytes, 0)),
  }
}

/** Bytes on the wire. */
export function transferOf(requests: readonly LabRequest[]): number {
  return requests.reduce((sum, { transferBytes }) => sum + transferBytes, 0)
}
