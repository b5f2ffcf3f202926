import { makeSemaphore } from '#shared/async/semaphore.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import { PRINT_CALL_MS } from '#shared/rpc/printing/protocol.ts'
import { tooLargeToPrint } from '#shared/rpc/printing/too-large.ts'
import { DeadlineExceeded, type Tabs } from '../tab/tab.ts'
import { printDocument } from './print-document.ts'

/** Prints documents in the browsers that also show pages. */
export interface Printer {
  /** The PDF of a document. Rejects as `Printing.print` does. */
  print(html: string, signal: AbortSignal): Promise<Buffer>
}

/** Documents that wait while one is printed. Each takes the memory of its text. */
const MAX_WAITING = 8
/** Milliseconds that one document may keep a tab, and so delay a measurement. */
const TAB_MS = 60_000

/**
 * Prints one document at a time, in a tab that takes its turn as a capture does: never beside a measurement. `print` is that of
 * `printDocument`, but for tests.
 */
export function makePrinter({ useShared }: Pick<Tabs, 'useShared'>, print = printDocument): Printer {
  const turns = makeSemaphore(1)
  let open = 0

  async function printInTurn(html: string, signal: AbortSignal): Promise<Buffer> {
    const options = { deadlineMs: TAB_MS, signal }
    return turns.run(() => useShared((tab) => print(tab, html), options), signal)
  }

  return {
    async print(html, signal) {
      if (open > MAX_WAITING) throw unavailable('printing')
      const tooLate = AbortSignal.timeout(PRINT_CALL_MS)
      open++
      try {
        return await printInTurn(html, AbortSignal.any([signal, tooLate]))
      } catch (error) {
        throw tooLate.aborted ? unavailable('printing', error) : asTooLarge(error)
      } finally {
        open--
      }
    },
  }
}

/** A document without scripts ends its browser, twice, only by its memory. */
function asTooLarge(error: unknown): unknown {
  if (error instanceof DeadlineExceeded)
    return tooLargeToPrint(`it takes more than ${TAB_MS / 1000} s`, error)
  const isCrash = error instanceof Failure && error.code === 'BROWSER_CRASHED'
  return isCrash ? tooLargeToPrint('it takes more memory than a browser may have', error) : error
}
