import type { BatchService } from './client/batch-service.ts'
import type { RetryPolicy } from './client/retry-policy.ts'
import type { Display } from './terminal/display.ts'

/** What a command needs from its process. */
export interface CommandContext {
  readonly service: BatchService
  readonly display: Display
  readonly retryPolicy: RetryPolicy
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  readonly stdin: () => NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly stdout: NodeJS.WritableStream
  /** The folder that the user called the command in: relative paths start there. */
  readonly folder: string
}

/** 0 = success, even when pages failed; 1 = the command itself failed; 2 = lines were rejected. */
export type ExitCode = 0 | 1 | 2

/** Checks the arguments (throws a UsageError) and returns the function that runs the command. */
export interface Command {
  /** The text of `--help`. */
  readonly usage: string
  parse(args: readonly string[]): (context: CommandContext) => Promise<ExitCode>
}

/** The user pressed Ctrl-C; the message says what happens to the batch. */
export class Interrupted extends Error {}

/** Runs `work`; a failure after Ctrl-C becomes an Interrupted error with this message. */
export async function unlessInterrupted<T>(
  signal: AbortSignal,
  message: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw signal.aborted ? new Interrupted(message) : error
  }
}
