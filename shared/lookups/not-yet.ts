import { Metadata, type StatusObject, status } from '@grpc/grpc-js'
import { NotYet } from '#shared/pipeline/not-yet.ts'

const trailer = 'pageprobe-not-yet-ms'

/** The gRPC status that tells when it is worth asking again, as `proto/lookups.proto` describes. */
export function statusOfNotYet({ inMs, message }: NotYet): StatusObject {
  const metadata = new Metadata()
  metadata.set(trailer, String(Math.ceil(inMs)))
  return { code: status.RESOURCE_EXHAUSTED, details: message, metadata }
}

/** What such a status tells; null for any other. */
export function notYetOfStatus({ metadata }: Pick<StatusObject, 'metadata'>): NotYet | null {
  const [inMs] = metadata.get(trailer)
  return inMs === undefined ? null : new NotYet(Number(inMs))
}
