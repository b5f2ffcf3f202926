import type { AdapterLog } from '../common/adapter-log.ts'
import type { RedisCommands } from './connection.ts'

/**
 * Warns, once after the first connection, when the server's policy does not fit what it keeps: state must never be
 * evicted; a cache that never evicts refuses writes when it is full. Says nothing where the server does not tell its
 * policy (`INFO memory` forbidden) or has no bound.
 */
export function checkEviction(
  redis: RedisCommands,
  keeps: 'state' | 'cache',
  log: AdapterLog | undefined,
): void {
  redis.once('ready', () => {
    redis.info('memory').then(
      (memoryInfo) => {
        const problem = evictionProblem(memoryInfo, keeps)
        if (problem !== null) log?.warn(problem, PROBLEMS[keeps])
      },
      () => {},
    )
  })
}

const PROBLEMS = {
  state:
    'Redis may evict counters, turns and keys of clients: set maxmemory-policy noeviction there, and REDIS_CACHE_URL for what may be evicted',
  cache:
    'the Redis of REDIS_CACHE_URL refuses writes when it is full: set maxmemory-policy allkeys-lru there',
}

/** What the answer to `INFO memory` says of a server that does not fit; null when it fits or has no bound. */
export function evictionProblem(
  memoryInfo: string,
  keeps: 'state' | 'cache',
): { readonly policy: string; readonly maxmemory: number } | null {
  const policy = /^maxmemory_policy:(\S+)/m.exec(memoryInfo)?.[1]
  const maxmemory = Number(/^maxmemory:(\d+)/m.exec(memoryInfo)?.[1] ?? 0)
  if (policy === undefined || maxmemory === 0) return null
  return (policy === 'noeviction') === (keeps === 'state') ? null : { policy, maxmemory }
}
