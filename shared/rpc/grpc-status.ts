import { Metadata, type StatusObject, status } from '@grpc/grpc-js'
import { type Details, type ErrorCode, errorCodes, Failure } from '#shared/errors.ts'

const trailer = 'pageprobe-failure-bin'

/** Trailers share the 8 KiB that HTTP/2 peers allow by default for headers, and travel as base64. */
const MAX_TRAILER_BYTES = 4096

/** Of the status, in which a character can take nine bytes; the trailer has the whole text as long as it fits. */
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

/** The gRPC status that tells a failure, as the files in `proto/` describe. The failure's cause stays here. */
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

/** The failure that a status tells; null when the status comes from gRPC itself (no trailer, or none that is ours). */
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
