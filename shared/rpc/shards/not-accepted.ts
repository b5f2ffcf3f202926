import { Failure, UNAVAILABLE_MESSAGE } from '#shared/errors.ts'
import { isObject } from '#shared/is-object.ts'

/**
 * The failure `SERVICE_UNAVAILABLE` of a call about a shard that nobody has accepted: it has changed nothing, and may be made
 * again.
 */
export function notAccepted(cause?: unknown): Failure {
  return new Failure('SERVICE_UNAVAILABLE', `${UNAVAILABLE_MESSAGE} (shard)`, {
    details: { isAccepted: false },
    cause,
  })
}

/** Whether the error is such a failure, also one that came over gRPC. */
export function isNotAccepted(error: unknown): boolean {
  return (
    error instanceof Failure &&
    error.code === 'SERVICE_UNAVAILABLE' &&
    isObject(error.details) &&
    error.details.isAccepted === false
  )
}
