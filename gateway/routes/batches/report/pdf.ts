import { Failure } from '#shared/errors.ts'
import type { Printing } from '#shared/ports/printing.ts'
import type { KeyTurns } from '../../../access/key-turns.ts'

export interface PdfOptions {
  readonly printing: Pick<Printing, 'print'>
  /** Reports of one owner that are printed at a time. */
  readonly printTurns: KeyTurns
}

const ADVICE = 'Choose fewer findings with severity=error, or take the report as HTML'

/** Prints a report for its owner. Rejects as `Printing.print` does, with what to do instead. */
export async function printReport(
  { printing, printTurns }: PdfOptions,
  owner: string,
  html: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  try {
    return await printTurns.run(owner, () => printing.print(html, signal), signal)
  } catch (error) {
    const isTooLarge = error instanceof Failure && error.code === 'RESPONSE_TOO_LARGE'
    throw isTooLarge ? withAdvice(error) : error
  }
}

function withAdvice({ code, message, details, cause }: Failure): Failure {
  return new Failure(code, `${message}. ${ADVICE}`, { cause, ...(details !== null && { details }) })
}
