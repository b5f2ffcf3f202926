import type { BatchService } from './client/batch-service.ts'
import type { RetryPolicy } from './client/retry-policy.ts'
import type { Display } from './terminal/display.ts'

/** What a command works with. */
export interface CommandContext {
  readonly service: BatchService
  readonly display: Display
  readonly retryPolicy: RetryPolicy
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  readonly stdin: () => NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly stdout: NodeJS.WritableStream
  /** Where the caller stands: relative paths begin there. */
  readonly folder: string
}

/** 0 = all well, also where pages failed; 1 = the command itself failed; 2 = lines were rejected. */
export type ExitCode = 0 | 1 | 2

/** Checks the arguments, throwing a UsageError, and answers what is to be done. */
export interface Command {
  /** What `--help` shows. */
  readonly usage: string
  parse(args: readonly string[]): (context: CommandContext) => Promise<ExitCode>
}

/** The caller pressed Ctrl-C; the message says what that means for the batch. */
export class Interrupted extends Error {}

/** What fails because the caller pressed Ctrl-C ends with this message. */
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
