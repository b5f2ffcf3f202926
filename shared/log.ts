import { isatty } from 'node:tty'
import { type DestinationStream, destination, type Logger, pino, stdSerializers } from 'pino'
import { PinoPretty } from 'pino-pretty'
import { makeRedaction } from '#shared/telemetry/redaction.ts'

/** The methods of a logger that the program uses. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

const STDERR = 2
/** Lines are written in batches of so many bytes or milliseconds; the rest is written at exit. */
const BATCH_BYTES = 4096
const BATCH_MS = 100

/**
 * A logger that writes JSON lines to stderr, or a readable form when that is a terminal. `secrets`, and texts that look like
 * a secret, are redacted anywhere in a line, including messages of library errors.
 */
export function makeLog(level: string, secrets: readonly string[]): Logger {
  const stream = isatty(STDERR)
    ? PinoPretty({ destination: STDERR, sync: true, ignore: 'pid,hostname' })
    : destination({ dest: STDERR, sync: false, minLength: BATCH_BYTES, periodicFlush: BATCH_MS })
  return logTo(stream, level, secrets)
}

/** A logger to any stream, with the same redaction. */
export function logTo(stream: DestinationStream, level: string, secrets: readonly string[]): Logger {
  const redact = makeRedaction(secrets)
  const options = { level, base: { pid: process.pid }, serializers: { err: serializeError } }
  return pino(options, { write: (line) => stream.write(redact(line)) })
}

/** An error without what a caller wrote: the `details` of a failure name a URL, the `input` of a URL error is one. */
function serializeError(error: Error): object {
  const { details: _details, input: _input, ...rest } = stdSerializers.err(error)
  return rest
}

/** Log of an adapter about the service behind it. Never contains credentials, keys or values. */
export interface AdapterLog {
  info(details: Readonly<Record<string, unknown>>, message: string): void
  warn(details: Readonly<Record<string, unknown>>, message: string): void
}
