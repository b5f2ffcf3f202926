import { Metadata, type StatusObject, status } from '@grpc/grpc-js'
import { type Details, type ErrorCode, errorCodes, Failure } from '#shared/errors.ts'

const trailer = 'pageprobe-failure-bin'

/** Trailers share the 8 KiB that HTTP/2 peers allow for headers by default, and are sent as base64. */
const MAX_TRAILER_BYTES = 4096

/** Characters of the status message, where one can take nine bytes. The trailer has the whole message as long as it fits. */
const MAX_MESSAGE = 256

const statusByHttp: Readonly<Record<number, status>> = {
  400: status.INVALID_ARGUMENT,
  401: status.UNAUTHENTICATED,
  403: status.PERMISSION_DENIED,
  404: status.NOT_FOUND,
  413: status.OUT_OF_RANGE,
  422: status.FAILED_PRECONDITION,
  429: status.RESOURCE_EXHAUSTED,
  503: status.UNAVAILABLE,
}

/** The gRPC status of a failure, as described in `proto/`. The cause of the failure is not sent. */
export function toGrpcStatus(failure: Failure): StatusObject {
  const metadata = new Metadata()
  metadata.set(trailer, trailerOf(failure))
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
  const [bytes] = error.metadata.get(trailer)
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
