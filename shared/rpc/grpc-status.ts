import { Metadata, type StatusObject, status } from '@grpc/grpc-js'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { type Details, type ErrorCode, errorCodes, Failure } from '#shared/errors.ts'

const FAILURE_TRAILER = 'pageprobe-failure-bin'

/** Trailers share the 8 KiB that HTTP/2 peers allow for headers by default, and are sent as base64. */
const MAX_TRAILER_BYTES = 4096

/** Characters of the status message, where one can take nine bytes. The trailer has the whole message as long as it fits. */
const MAX_MESSAGE = 256

const statusByHttp: Readonly<Record<number, status>> = {
  400: status.INVALID_ARGUMENT,
  401: status.UNAUTHENTICATED,
  403: status.PERMISSION_DENIED,
  404: status.NOT_FOUND,
  409: status.ABORTED,
  413: status.OUT_OF_RANGE,
  422: status.FAILED_PRECONDITION,
  429: status.RESOURCE_EXHAUSTED,
  503: status.UNAVAILABLE,
}

/** The gRPC status of a failure, as described in `proto/`. The cause of the failure is not sent. */
export function toGrpcStatus(failure: Failure): StatusObject {
  const metadata = new Metadata()
  metadata.set(FAILURE_TRAILER, trailerOf(failure))
  return {
    code: statusByHttp[errorCodes[failure.code]] ?? status.INTERNAL,
    details: failure.message.toWellFormed().slice(0, MAX_MESSAGE).toWellFormed(),
    metadata,
  }
}

function trailerOf({ code, message, details }: Failure): Buffer {
  const whole = Buffer.from(JSON.stringify({ code, message, details }))
  if (whole.length <= MAX_TRAILER_BYTES) return whole
  return Buffer.from(JSON.stringify({ code, message: message.slice(0, MAX_MESSAGE), details: null }))
}

/** The failure of a gRPC status; null when the status comes from gRPC itself (no valid trailer of ours). */
export function fromGrpcStatus(error: StatusObject): Failure | null {
  const [bytes] = error.metadata.get(FAILURE_TRAILER)
  if (!Buffer.isBuffer(bytes)) return null
  const parsed = parse(bytes.toString())
  if (parsed === null) return null
  return new Failure(parsed.code, parsed.message, parsed.details === null ? {} : { details: parsed.details })
}

function parse(text: string): { code: ErrorCode; message: string; details: Details | null } | null {
  try {
    const { code, message, details } = JSON.parse(text)
    return Object.hasOwn(errorCodes, code) && typeof message === 'string'
      ? { code, message, details: details ?? null }
      : null
  } catch {
    return null
  }
}

const RETRY_AFTER_TRAILER = 'pageprobe-not-yet-ms'
const HOST_GROUP_TRAILER = 'pageprobe-not-yet-of'

/** The gRPC status of a throttled call, as described in `proto/lookups.proto`. */
export function toThrottledStatus({ retryAfterMs, hostGroup, message }: ThrottledError): StatusObject {
  const metadata = new Metadata()
  metadata.set(RETRY_AFTER_TRAILER, String(Math.ceil(retryAfterMs)))
  if (hostGroup !== null) metadata.set(HOST_GROUP_TRAILER, hostGroup)
  return { code: status.RESOURCE_EXHAUSTED, details: message, metadata }
}

/** The error of such a status; null for any other status. */
export function fromThrottledStatus({ metadata }: Pick<StatusObject, 'metadata'>): ThrottledError | null {
  const [inMs] = metadata.get(RETRY_AFTER_TRAILER)
  const [host] = metadata.get(HOST_GROUP_TRAILER)
  return inMs === undefined ? null : new ThrottledError(Number(inMs), host?.toString())
}
