import type { AdapterLog } from '../../log.ts'
import type { RedisCommands } from './connection.ts'

/**
 * Logs a warning after the first connection if the eviction policy of the server does not fit its use: state
 * must never be evicted, and a cache that never evicts rejects writes when it is full. Logs nothing if the
 * server does not tell its policy (`INFO memory` forbidden) or has no memory limit.
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
    'Redis may evict counters, leases and API keys: set maxmemory-policy noeviction, and REDIS_CACHE_URL for the cache',
  cache: 'The Redis of REDIS_CACHE_URL rejects writes when it is full: set maxmemory-policy allkeys-lru',
}

/**
 * The policy and memory limit of a server whose policy does not fit, from the reply to `INFO memory`; null if
 * it fits or there is no limit.
 */
export function evictionProblem(
  memoryInfo: string,
  keeps: 'state' | 'cache',
): { readonly policy: string; readonly maxmemory: number } | null {
  const policy = /^maxmemory_policy:(\S+)/m.exec(memoryInfo)?.[1]
  const maxmemory = Number(/^maxmemory:(\d+)/m.exec(memoryInfo)?.[1] ?? 0)
  if (policy === undefined || maxmemory === 0) return null
  return (policy === 'noeviction') === (keeps === 'state') ? null : { policy, maxmemory }
}
