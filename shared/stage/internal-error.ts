import { Failure } from '#shared/errors.ts'
import type { Inspection } from '#shared/messages/inspection.ts'

/** Of an inspection that is not begun again. */
export function poisonPillFailure(inspection: Inspection): Failure {
  return internalError(inspection, 'The service stopped each time it worked on this inspection')
}

/** The failure of a defect, with what support needs to find it. */
export function internalError(inspection: Inspection, message = 'An unexpected error occurred'): Failure {
  const details = { request_id: inspection.id, timestamp: new Date().toISOString() }
  return new Failure('INTERNAL_ERROR', message, { details })
}
