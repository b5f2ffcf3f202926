import { isatty } from 'node:tty'
import { destination, type Logger, pino } from 'pino'
import { PinoPretty } from 'pino-pretty'

/** The part of a logger that the program uses. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

const STDERR = 2
const SECRETS = [
  '*.key',
  '*.password',
  '*.secretKey',
  'headers["x-api-key"]',
  'headers.authorization',
  'headers.cookie',
]

/** Logs as JSON lines on stderr; in readable form when that is a terminal. Secrets are redacted. */
export function makeLog(level: string): Logger {
  const stream = isatty(STDERR)
    ? PinoPretty({ destination: STDERR, sync: true, ignore: 'pid,hostname' })
    : destination({ dest: STDERR, sync: false })
  return pino({ level, redact: SECRETS, base: { pid: process.pid } }, stream)
}
