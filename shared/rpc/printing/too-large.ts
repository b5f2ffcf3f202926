import { Failure } from '#shared/errors.ts'
import { MAX_PRINTED_PAGES } from '#shared/ports/printing.ts'

/** The failure of a document that is above a limit of printing, which the reason names. */
export function tooLargeToPrint(reason: string, cause?: unknown): Failure {
  return new Failure('RESPONSE_TOO_LARGE', `It is too large to be printed: ${reason}`, {
    cause,
    details: { limit_pages: MAX_PRINTED_PAGES },
  })
}
