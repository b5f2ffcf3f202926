import { isatty } from 'node:tty'
import { type DestinationStream, destination, type Logger, pino } from 'pino'
import { PinoPretty } from 'pino-pretty'
import { makeRedaction } from '#shared/telemetry/redaction.ts'

/** The part of a logger that the program uses. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

const STDERR = 2
/** Lines are written together: so many bytes, or what came in so many milliseconds. At an exit nothing is left. */
const BATCH_BYTES = 4096
const BATCH_MS = 100

/**
 * Logs as JSON lines on stderr; in readable form when that is a terminal. `secrets` and whatever looks like one never
 * get there, wherever in a line they stand: also in the message of an error that a library made.
 */
export function makeLog(level: string, secrets: readonly string[]): Logger {
  const stream = isatty(STDERR)
    ? PinoPretty({ destination: STDERR, sync: true, ignore: 'pid,hostname' })
    : destination({ dest: STDERR, sync: false, minLength: BATCH_BYTES, periodicFlush: BATCH_MS })
  return logTo(stream, level, secrets)
}

/** The same to any stream. */
export function logTo(stream: DestinationStream, level: string, secrets: readonly string[]): Logger {
  const redact = makeRedaction(secrets)
  return pino({ level, base: { pid: process.pid } }, { write: (line) => stream.write(redact(line)) })
}
