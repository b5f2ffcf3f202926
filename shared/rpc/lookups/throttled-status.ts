import { Metadata, type StatusObject, status } from '@grpc/grpc-js'
import { ThrottledError } from '#shared/async/throttled-error.ts'

const trailer = 'pageprobe-not-yet-ms'
const hostGroupTrailer = 'pageprobe-not-yet-of'

/** The gRPC status of a throttled call, as described in `proto/lookups.proto`. */
export function toThrottledStatus({ retryAfterMs, hostGroup, message }: ThrottledError): StatusObject {
  const metadata = new Metadata()
  metadata.set(trailer, String(Math.ceil(retryAfterMs)))
  if (hostGroup !== null) metadata.set(hostGroupTrailer, hostGroup)
  return { code: status.RESOURCE_EXHAUSTED, details: message, metadata }
}

/** The error of such a status; null for any other status. */
export function fromThrottledStatus({ metadata }: Pick<StatusObject, 'metadata'>): ThrottledError | null {
  const [inMs] = metadata.get(trailer)
  const [host] = metadata.get(hostGroupTrailer)
  return inMs === undefined ? null : new ThrottledError(Number(inMs), host?.toString())
}
