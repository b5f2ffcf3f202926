import { Cluster, Redis, type RedisOptions } from 'ioredis'
import { type RedisAddress, redisAddress } from '#shared/config/redis-address.ts'
import { unavailable } from '#shared/errors.ts'
import type { AdapterLog } from '../common/adapter-log.ts'

export interface RedisConnectionOptions {
  /** See `redisAddress`. */
  readonly url: string
  /** The sentinels' own password, where they have one. */
  readonly sentinelPassword?: string
  /** The longest a command may take, in milliseconds. */
  readonly commandTimeoutMs: number
  readonly log?: AdapterLog
}

/** Takes commands: a connection to one server, or one to each node of a Cluster. */
export type RedisCommands = Redis | Cluster

type CommonOptions = ReturnType<typeof commonOptions> &
  Pick<RedisOptions, 'enableAutoPipelining' | 'autoPipeliningIgnoredCommands'>
type MultiNodeAddress = Exclude<RedisAddress, { kind: 'server' }>

/** Waits 50, 100, 200, 400, 400, … ms between attempts, for ever: back well within a second of the server's return. */
const FIRST_RETRY_MS = 50
const DOUBLINGS = 3
/** A connection is given up, and made anew, when a command has waited this many command timeouts for any byte. */
const SILENCE_FACTOR = 2
/** How often a Cluster is asked who has which slot, besides whenever a node says that a key has moved. */
const SLOTS_REFRESH_MS = 5000
/** A command follows keys that move, and waits for a Cluster that elects, this often: half a second in all. */
const MAX_REDIRECTIONS = 6

const retryStrategy = (attempt: number): number => FIRST_RETRY_MS * 2 ** Math.min(attempt - 1, DOUBLINGS)

/**
 * A connection that comes back by itself and never makes a caller wait for that. A command is sent at most once: one
 * whose reply is lost with its connection is rejected, not sent again (an increment must not count twice).
 */
export function connectRedis(options: RedisConnectionOptions): RedisCommands {
  const address = redisAddress(options.url)
  const redis =
    address.kind === 'cluster'
      ? connectToCluster(address, options)
      : connectTo(address, {
          ...commonOptions(options),
          enableAutoPipelining: true,
          // These are gathered already: waiting for others would only make them late.
          autoPipeliningIgnoredCommands: ['mget'],
        })
  reportConnection(redis, options.log)
  return redis
}

/** A connection for subscriptions, which takes no other commands. Any node of a Cluster hears all messages. */
export function connectSubscriber(options: RedisConnectionOptions): Redis {
  const address = redisAddress(options.url)
  const redis =
    address.kind === 'cluster'
      ? connectToAnyNode(address, commonOptions(options))
      : connectTo(address, commonOptions(options))
  reportConnection(redis, options.log)
  return redis
}

function commonOptions({ commandTimeoutMs, sentinelPassword = '' }: RedisConnectionOptions) {
  return {
    connectTimeout: commandTimeoutMs,
    socketTimeout: commandTimeoutMs * SILENCE_FACTOR,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    lazyConnect: true,
    retryStrategy,
    sentinelRetryStrategy: retryStrategy,
    sentinelCommandTimeout: commandTimeoutMs,
    ...(sentinelPassword && { sentinelPassword }),
    // After a failover the old primary answers as a read-only replica: connect again, to the new one.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
  }
}

function connectTo(address: Exclude<RedisAddress, { kind: 'cluster' }>, options: CommonOptions): Redis {
  if (address.kind === 'server') return new Redis(address.url, options)
  const { nodes, name, database, isTls } = address
  return new Redis({
    ...options,
    ...credentialsOf(address),
    sentinels: [...nodes],
    name,
    db: database,
    enableTLSForSentinelMode: isTls,
    ...(isTls && { sentinelTLS: {} }),
    // Sentinels tell of a failover: the connection to a primary that hangs is given up at once.
    failoverDetector: true,
  })
}

/** Each attempt asks the next node. */
function connectToAnyNode(address: MultiNodeAddress, options: CommonOptions): Redis {
  const { nodes } = address
  const redis: Redis = new Redis({
    ...options,
    ...credentialsOf(address),
    ...nodes[0],
    retryStrategy(attempt: number) {
      Object.assign(redis.options, nodes[attempt % nodes.length])
      return retryStrategy(attempt)
    },
  })
  return redis
}

/** Without pipelines, since a write in one is not sent on when its key has moved. */
function connectToCluster(address: MultiNodeAddress, options: RedisConnectionOptions): Cluster {
  const { retryStrategy: _, maxRetriesPerRequest: _maxRetries, ...redisOptions } = commonOptions(options)
  return new FailFastCluster([...address.nodes], {
    redisOptions: { ...redisOptions, ...credentialsOf(address) },
    lazyConnect: true,
    clusterRetryStrategy: retryStrategy,
    slotsRefreshInterval: SLOTS_REFRESH_MS,
    slotsRefreshTimeout: options.commandTimeoutMs,
    maxRedirections: MAX_REDIRECTIONS,
    retryDelayOnFailover: 0,
  })
}

/**
 * Commands wait for the first connection to the Cluster alone: later, while no node can be reached, each is rejected at
 * once. The client would keep them all, for as long as that takes.
 */
class FailFastCluster extends Cluster {
  #wasReady = false

  override sendCommand(...[command, stream, node]: Parameters<Cluster['sendCommand']>): unknown {
    this.#wasReady ||= this.status === 'ready'
    if (!this.#wasReady || this.status === 'ready') return super.sendCommand(command, stream, node)
    command.reject(new Error('no node of the Cluster can be reached'))
    return command.promise
  }
}

function credentialsOf({ username, password, isTls }: MultiNodeAddress) {
  return { ...(username && { username }), ...(password && { password }), ...(isTls && { tls: {} }) }
}

/** Says once that the connection is lost, and once that it is back. */
function reportConnection(redis: RedisCommands, log: AdapterLog | undefined): void {
  let isLost = false
  redis.on('error', (error) => {
    if (!isLost) log?.warn({ reason: reasonOf(error) }, 'Redis is away')
    isLost = true
  })
  redis.on('ready', () => {
    if (isLost) log?.info({}, 'Redis is back')
    isLost = false
  })
}

/**
 * The command's answer; rejects with `SERVICE_UNAVAILABLE` when it fails or takes longer than `timeoutMs`. The client's
 * own timeout would be a second timer for each command, and starts only when a command is sent, which may be after the
 * pipeline before it has timed out.
 */
export function withCommandTimeout<T>(command: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      clearTimeout(timer)
      reject(unavailable('result store', new Error(reasonOf(error))))
    }
    const timer = setTimeout(() => fail(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
    command.then((reply) => {
      clearTimeout(timer)
      resolve(reply)
    }, fail)
  })
}

/** The message alone: the client's errors also carry the command with its arguments, be it AUTH and the password. */
function reasonOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string }
  return message || (code ?? 'unknown')
}
