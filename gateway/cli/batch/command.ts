import { setTimeout as sleep } from 'node:timers/promises'
import { withoutTrailingSlashes } from '#shared/web/without-trailing-slashes.ts'
import { UsageError } from '../options.ts'
import { type BatchService, makeBatchService } from './client/batch-service.ts'
import { makeHttpClient } from './client/http-client.ts'
import { makeRetryPolicy, type RetryPolicy } from './client/retry-policy.ts'
import { type Display, lineDisplay, terminalDisplay } from './terminal/display.ts'

/** What a command needs from its process. */
export interface CommandContext {
  readonly service: BatchService
  readonly display: Display
  readonly retryPolicy: RetryPolicy
  /** Waits this many milliseconds; rejects when Ctrl-C is pressed. */
  readonly pause: (ms: number) => Promise<void>
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

/** Runs `work`; a failure after Ctrl-C becomes an Interrupted error with this message, unless it is one with its own. */
export async function unlessInterrupted<T>(
  signal: AbortSignal,
  message: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw signal.aborted && !(error instanceof Interrupted) ? new Interrupted(message) : error
  }
}

const DEFAULT_URL = 'http://127.0.0.1:8080'

/**
 * Makes the context of a command from the process; `close` releases everything. Throws a UsageError for wrong
 * settings.
 */
export function openContext(process: NodeJS.Process, signal: AbortSignal) {
  const { env, stderr, stdout } = process
  const display = displayFor(stderr, env)
  const settings = readSettings(env)
  const http = makeHttpClient({ ...settings, signal })
  const pause = (ms: number) => sleep(ms, undefined, { signal })
  let hasReadStdin = false
  const context: CommandContext = {
    service: makeBatchService(http, settings.url),
    display,
    retryPolicy: makeRetryPolicy({ pause, notify: display.note }),
    pause,
    signal,
    stdin() {
      hasReadStdin = true
      return process.stdin
    },
    stdout,
    folder: callerFolder(process),
  }
  async function close(): Promise<void> {
    if (hasReadStdin) process.stdin.destroy()
    await http.close()
  }
  return { context, close }
}

/** The URL of the service and the key. */
function readSettings(env: NodeJS.ProcessEnv): { url: string; key: string | null } {
  const { PAGEPROBE_URL: url, PAGEPROBE_API_KEY: key } = env
  const problems = [urlProblem(url || DEFAULT_URL), keyProblem(key ?? '')].filter((one) => one !== null)
  if (problems.length > 0) throw new UsageError(problems)
  return { url: withoutTrailingSlashes(url || DEFAULT_URL), key: key?.trim() || null }
}

function urlProblem(url: string): string | null {
  const { protocol = '', search = '', hash = '' } = URL.parse(url) ?? {}
  const isRight = /^https?:$/.test(protocol) && search === '' && hash === ''
  return isRight ? null : `PAGEPROBE_URL must be the http or https URL of the service, not "${url}"`
}

/** The message does not repeat the key. */
function keyProblem(key: string): string | null {
  return /^[\x21-\x7e]*$/.test(key.trim())
    ? null
    : 'PAGEPROBE_API_KEY must be a key as `keys create` prints it'
}

function displayFor(stderr: NodeJS.WriteStream, { TERM }: NodeJS.ProcessEnv): Display {
  const isTerminal = stderr.isTTY && TERM !== 'dumb'
  return isTerminal
    ? terminalDisplay(stderr, stderr.hasColors())
    : lineDisplay(stderr, () => performance.now())
}

/** npm runs scripts in the root of the checkout and passes the folder of the caller in INIT_CWD. */
function callerFolder(process: NodeJS.Process): string {
  const { npm_lifecycle_event: script, INIT_CWD: caller } = process.env
  return script === 'batch' && caller ? caller : process.cwd()
}
