import { Metadata, type StatusObject, status } from '@grpc/grpc-js'
import { NotYet } from '#shared/pipeline/not-yet.ts'

const trailer = 'pageprobe-not-yet-ms'
const whoseTrailer = 'pageprobe-not-yet-of'

/** The gRPC status that tells when it is worth asking again, as `proto/lookups.proto` describes. */
export function statusOfNotYet({ inMs, host, message }: NotYet): StatusObject {
  const metadata = new Metadata()
  metadata.set(trailer, String(Math.ceil(inMs)))
  if (host !== null) metadata.set(whoseTrailer, host)
  return { code: status.RESOURCE_EXHAUSTED, details: message, metadata }
}

/** What such a status tells; null for any other. */
export function notYetOfStatus({ metadata }: Pick<StatusObject, 'metadata'>): NotYet | null {
  const [inMs] = metadata.get(trailer)
  const [host] = metadata.get(whoseTrailer)
  return inMs === undefined ? null : new NotYet(Number(inMs), host?.toString())
}
