import { Cluster, Redis, type RedisOptions } from 'ioredis'
import { withTimeout } from '#shared/async/timeout.ts'
import { type RedisAddress, redisAddress } from '#shared/config/redis-address.ts'
import { unavailable } from '#shared/errors.ts'
import type { AdapterLog } from '../../log.ts'

export interface RedisConnectionOptions {
  /** See `redisAddress`. */
  readonly url: string
  /** Password of the sentinels, if they have their own. */
  readonly sentinelPassword?: string
  /** Time limit of a command, in milliseconds. */
  readonly commandTimeoutMs: number
  readonly log?: AdapterLog
}

/** Accepts commands: a connection to one server, or one to each node of a Cluster. */
export type RedisCommands = Redis | Cluster

type CommonOptions = ReturnType<typeof commonOptions> &
  Pick<RedisOptions, 'enableAutoPipelining' | 'autoPipeliningIgnoredCommands'>
type MultiNodeAddress = Exclude<RedisAddress, { kind: 'server' }>

/**
 * Delays between attempts to connect: 50, 100, 200, 400, 400, … ms, endlessly. The connection is back well
 * within a second of the server's return.
 */
const FIRST_RETRY_MS = 50
const DOUBLINGS = 3
/** A connection is replaced when a command has waited this many command timeouts without a single byte. */
const SILENCE_FACTOR = 2
/** How often the slots of a Cluster are refreshed, besides each time that a node reports a moved key. */
const SLOTS_REFRESH_MS = 5000
/**
 * How often a command follows a moved key or waits for an election of the Cluster: half a second in total.
 */
const MAX_REDIRECTIONS = 6

const retryStrategy = (attempt: number): number => FIRST_RETRY_MS * 2 ** Math.min(attempt - 1, DOUBLINGS)

/**
 * Opens a connection that reconnects by itself. A command fails at once while it is down. A command is sent
 * at most once: if its reply is lost with the connection, it is rejected rather than repeated (an increment
 * must not count twice).
 */
export function connectRedis(options: RedisConnectionOptions): RedisCommands {
  const address = redisAddress(options.url)
  const redis =
    address.kind === 'cluster'
      ? connectToCluster(address, options)
      : connectTo(address, {
          ...commonOptions(options),
          enableAutoPipelining: true,
          // Reads are combined by `batchedReads` already: a pipeline would only delay them.
          autoPipeliningIgnoredCommands: ['mget'],
        })
  reportConnection(redis, options.log)
  return redis
}

/**
 * Opens a connection for subscriptions, which accepts no other commands. In a Cluster any node delivers all
 * messages.
 */
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
    // After a failover the former primary answers as a read-only replica: reconnect, to the new primary.
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
    // With this, the sentinels report a failover, and the connection to a primary that hangs is closed at
    // once.
    failoverDetector: true,
  })
}

/** Connects to one of the nodes; each attempt tries the next. */
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

/**
 * Connects to a Cluster, without pipelines: a write in a pipeline is not redirected when its key has moved.
 */
function connectToCluster(address: MultiNodeAddress, options: RedisConnectionOptions): Cluster {
  const { retryStrategy: _, maxRetriesPerRequest: _maxRetries, ...redisOptions } = commonOptions(options)
  const cluster = new FailFastCluster([...address.nodes], {
    redisOptions: { ...redisOptions, ...credentialsOf(address) },
    lazyConnect: true,
    clusterRetryStrategy: retryStrategy,
    slotsRefreshInterval: 0,
    slotsRefreshTimeout: options.commandTimeoutMs,
    maxRedirections: MAX_REDIRECTIONS,
    retryDelayOnFailover: 0,
  })
  refreshSlots(cluster)
  return cluster
}

/** The timer of ioredis is not used: it goes on for ever when the Cluster is closed during a refresh. */
function refreshSlots(cluster: Cluster): void {
  const timer = setInterval(() => {
    if (cluster.status === 'ready') cluster.refreshSlotsCache()
  }, SLOTS_REFRESH_MS).unref()
  cluster.once('end', () => clearInterval(timer))
}

/**
 * Lets commands wait only for the first connection to the Cluster. Later, while no node can be reached, each
 * command is rejected at once; the base class would queue them all.
 */
class FailFastCluster extends Cluster {
  #wasReady = false

  override sendCommand(...[command, stream, node]: Parameters<Cluster['sendCommand']>): unknown {
    this.#wasReady ||= this.status === 'ready'
    if (!this.#wasReady || this.status === 'ready') return super.sendCommand(command, stream, node)
    command.reject(new Error('no node of the Redis Cluster is reachable'))
    return command.promise
  }
}

function credentialsOf({ username, password, isTls }: MultiNodeAddress) {
  return { ...(username && { username }), ...(password && { password }), ...(isTls && { tls: {} }) }
}

/** Logs once when the connection is lost, and once when it is back. */
function reportConnection(redis: RedisCommands, log: AdapterLog | undefined): void {
  let isLost = false
  redis.on('error', (error) => {
    if (!isLost) log?.warn({ reason: reasonOf(error) }, 'Redis is unavailable')
    isLost = true
  })
  redis.on('ready', () => {
    if (isLost) log?.info({}, 'Redis is available again')
    isLost = false
  })
}

/**
 * Resolves with the reply of the command. Rejects with `SERVICE_UNAVAILABLE` if the command fails or takes
 * longer than `timeoutMs`. The timeout of the client is not used: it needs a second timer per command, and
 * starts only when the command is sent, possibly after the previous pipeline has timed out.
 */
export function withCommandTimeout<T>(command: Promise<T>, timeoutMs: number): Promise<T> {
  return withTimeout(timeoutMs, command, () => new Error(`no answer within ${timeoutMs} ms`)).catch(
    (error) => {
      throw unavailable('result store', new Error(reasonOf(error)))
    },
  )
}

/** Limits the time of a command, as `withCommandTimeout` does. */
export type Send = <T>(command: Promise<T>) => Promise<T>

/** Runs a script on the key, in one step on the server; returns its reply. */
export type RunScript = (
  script: string,
  key: string,
  ...args: (string | number | Buffer)[]
) => Promise<unknown>

/**
 * Only the message of the error: errors of the client also carry the command with its arguments, such as the
 * password of AUTH.
 */
function reasonOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string }
  return message || (code ?? 'unknown')
}
