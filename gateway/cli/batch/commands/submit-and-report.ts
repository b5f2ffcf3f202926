import { type BatchStatus, describeRejections, hasEnded } from '../client/batch-service.ts'
import { type CommandContext, type ExitCode, unlessInterrupted } from '../command.ts'
import { writeToOutput } from '../results/result-writer.ts'
import { makeProgressRate } from '../terminal/progress-rate.ts'
import { formatOutcome } from '../terminal/view.ts'

/** Submits a batch and prints its id; with `isWaiting`, stays until the batch has ended, and does what comes `then`. */
export async function submitAndReport(
  context: CommandContext,
  submit: () => Promise<BatchStatus>,
  isWaiting: boolean,
  then: (id: string) => Promise<void> = async () => undefined,
): Promise<ExitCode> {
  const { display, signal } = context
  const status = await unlessInterrupted(signal, 'Nothing was submitted', submit)
  display.end()
  await printId(context, status.id)
  reportRejections(context, status)
  if (!isWaiting) return status.counts.rejected > 0 ? 2 : 0
  const code = await waitForBatch(context, status.id, status.counts.rejected)
  await unlessInterrupted(signal, 'The report was not written', () => then(status.id))
  return code
}

/** Prints the id. The batch is running, so the id goes to stderr when stdout is closed. */
async function printId({ display, stdout }: CommandContext, id: string): Promise<void> {
  try {
    await writeToOutput(stdout, `${id}\n`)
  } catch (error) {
    display.note(`The batch ${id} was submitted and goes on`)
    throw error
  }
}

/** Shows the progress of a batch until it has ended. `rejectedBefore` lines have been reported before. */
export async function waitForBatch(
  context: CommandContext,
  id: string,
  rejectedBefore: number,
): Promise<ExitCode> {
  const { display, signal } = context
  const interruptedMessage = `The batch ${id} goes on. Watch it: npm run -s batch -- status ${id} --wait
Cancel it: npm run -s batch -- cancel ${id}`
  const status = await unlessInterrupted(signal, interruptedMessage, () => watchUntilEnded(id, context))
  if (status.counts.rejected > rejectedBefore) reportRejections(context, status)
  display.note(formatOutcome(status))
  if (status.state === 'cancelled') return 1
  return status.counts.rejected > 0 ? 2 : 0
}

function reportRejections({ display }: CommandContext, status: BatchStatus): void {
  for (const line of describeRejections(status)) display.note(line)
}

/**
 * Time between two requests for the status, in milliseconds, and how many hosts with the longest queues are shown.
 */
const POLL_MS = 1000
const MAX_HOSTS = 10

/**
 * Shows the progress of a batch until it has ended and resolves with its last status. The service may be unavailable
 * for a while.
 */
async function watchUntilEnded(id: string, context: CommandContext): Promise<BatchStatus> {
  const { service, display, retryPolicy, pause } = context
  const rateAt = makeProgressRate()
  try {
    for (;;) {
      try {
        const status = await service.status(id, MAX_HOSTS)
        retryPolicy.afterSuccess()
        display.progress({ status, rate: rateAt(status, performance.now()), now: Date.now() })
        if (hasEnded(status)) return status
        await pause(POLL_MS)
      } catch (error) {
        await retryPolicy.afterFailure(error)
      }
    }
  } finally {
    display.end()
  }
}
