import { Redis } from 'ioredis'
import { unavailable } from '#shared/errors.ts'
import type { AdapterLog } from './adapter-log.ts'

export interface RedisConnectionOptions {
  /** redis:// or rediss:// (TLS), with credentials and database number if any. */
  readonly url: string
  /** The longest a command may take, in milliseconds. */
  readonly commandTimeoutMs: number
  readonly log?: AdapterLog
}

/** Waits 50, 100, 200, 400, 400, … ms between attempts, for ever: back well within a second of the server's return. */
const FIRST_RETRY_MS = 50
const DOUBLINGS = 3
/** A connection is given up, and made anew, when a command has waited this many command timeouts for any byte. */
const SILENCE_FACTOR = 2

/**
 * A connection that comes back by itself and never makes a caller wait for that. A command is sent at most once: one
 * whose reply is lost with its connection is rejected, not sent again (an increment must not count twice).
 */
export function redisConnection(
  options: RedisConnectionOptions,
  { autoPipelining }: { autoPipelining: boolean },
): Redis {
  const redis = new Redis(options.url, {
    connectTimeout: options.commandTimeoutMs,
    socketTimeout: options.commandTimeoutMs * SILENCE_FACTOR,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    enableAutoPipelining: autoPipelining,
    // These are gathered already: waiting for others would only make them late.
    autoPipeliningIgnoredCommands: ['mget'],
    lazyConnect: true,
    retryStrategy: (attempt) => FIRST_RETRY_MS * 2 ** Math.min(attempt - 1, DOUBLINGS),
    // After a failover the old primary answers as a read-only replica: connect again, to the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  })
  reportConnection(redis, options.log)
  return redis
}

/** Says once that the connection is lost, and once that it is back. */
function reportConnection(redis: Redis, log: AdapterLog | undefined): void {
  let lost = false
  redis.on('error', (error) => {
    if (!lost) log?.warn({ reason: reasonOf(error) }, 'Redis is away')
    lost = true
  })
  redis.on('ready', () => {
    if (lost) log?.info({}, 'Redis is back')
    lost = false
  })
}

/**
 * The command's answer; rejects with `SERVICE_UNAVAILABLE` when it fails or takes longer than `timeoutMs`. The client's
 * own timeout would be a second timer for each command, and starts only when a command is sent, which may be after the
 * pipeline before it has timed out.
 */
export function answerOf<T>(command: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      clearTimeout(timer)
      reject(unavailable('result store', new Error(reasonOf(error))))
    }
    const timer = setTimeout(() => fail(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
    command.then((answer) => {
      clearTimeout(timer)
      resolve(answer)
    }, fail)
  })
}

/** The message alone: the client's errors also carry the command with its arguments, be it AUTH and the password. */
function reasonOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string }
  return message || (code ?? 'unknown')
}
