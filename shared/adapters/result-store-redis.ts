import { Cluster, type Redis } from 'ioredis'
import type { KeyValues, ResultStore } from '#shared/ports/result-store.ts'
import {
  answerOf,
  type RedisCommands,
  type RedisConnectionOptions,
  redisCommands,
  redisSubscriber,
} from './redis-connection.ts'
import { checkEviction } from './redis-eviction.ts'
import { redisGroups } from './redis-groups.ts'
import { redisLeases } from './redis-leases.ts'
import { redisPermits } from './redis-permits.ts'
import { gatheredReads } from './redis-reads.ts'
import { redisWakeups } from './redis-wakeups.ts'
import { checkedTtl } from './time-to-live.ts'

export interface RedisResultStoreOptions extends RedisConnectionOptions {
  /** Goes before every key and channel. */
  readonly keyPrefix: string
  /** What is kept there, for which the server's eviction policy is checked; it is not where this is left out. */
  readonly keeps?: 'state' | 'cache'
}

/** The TTL is that of whoever creates the key, so it needs both in one step. */
const INCREMENT = `
  local isNew = redis.call('EXISTS', KEYS[1]) == 0
  local sum = redis.call('INCRBY', KEYS[1], ARGV[1])
  if isNew then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
  return sum`
/** With a key, of several servers always the same one is asked. */
const TIME = "return redis.call('TIME')"
const SCAN_STEP = 1000

/**
 * The ResultStore on Redis 7 or newer (SET with NX and GET together) or Valkey: one server, the primary that sentinels
 * name, or a Cluster. Every command and script has one key, so that each finds its node. Strings travel as UTF-8: a lone
 * surrogate comes back as U+FFFD.
 */
export function redisResultStore(options: RedisResultStoreOptions): ResultStore {
  const commands = redisCommands(options)
  const subscriber = redisSubscriber(options)
  if (options.keeps !== undefined) checkEviction(commands, options.keeps, options.log)
  const answer = <T>(command: Promise<T>) => answerOf(command, options.commandTimeoutMs)
  const { stop, ...wakeups } = redisWakeups({ commands, subscriber, answer, prefix: options.keyPrefix })
  return {
    ...keyValues(commands, options.keyPrefix, answer),
    ...redisLeases(commands, options.keyPrefix, answer),
    ...redisPermits(commands, options.keyPrefix, answer),
    ...wakeups,
    async now() {
      const told = await answer(commands.eval(TIME, 1, `${options.keyPrefix}clock`))
      const [seconds, microseconds] = told as [string, string]
      return Number(seconds) * 1000 + Number(microseconds) / 1000
    },
    async ping() {
      await answer(commands.ping())
    },
    async close() {
      stop()
      await answer(commands.quit()).catch(() => commands.disconnect())
    },
  }
}

type Answer = <T>(command: Promise<T>) => Promise<T>

function keyValues(redis: RedisCommands, prefix: string, answer: Answer): KeyValues {
  const getMany = manyReads(redis, prefix, answer)
  return {
    ...redisGroups(redis, prefix, answer),
    getMany,
    get: redis instanceof Cluster ? (key) => answer(redis.get(prefix + key)) : gatheredReads(getMany),
    async set(key, value, ttlSeconds) {
      if (ttlSeconds === null) await answer(redis.set(prefix + key, value))
      else await answer(redis.set(prefix + key, value, 'EX', checkedTtl(ttlSeconds)))
    },
    async claim(key, value, ttlSeconds) {
      const first =
        ttlSeconds === null
          ? redis.set(prefix + key, value, 'NX', 'GET')
          : redis.set(prefix + key, value, 'EX', checkedTtl(ttlSeconds), 'NX', 'GET')
      return (await answer(first)) ?? value
    },
    async delete(key) {
      await answer(redis.unlink(prefix + key))
    },
    async increment(key, by, ttlSeconds) {
      return Number(await answer(redis.eval(INCREMENT, 1, prefix + key, by, checkedTtl(ttlSeconds))))
    },
    async addMember(key, member) {
      await answer(redis.sadd(prefix + key, member))
    },
    members: (key) => answer(redis.smembers(prefix + key)),
    async entries(start) {
      const keys = (await scan(redis, prefix + start, answer)).map((key) => key.slice(prefix.length))
      const values = await getMany(keys)
      return keys.flatMap((key, index) => pairOf(key, values[index]))
    },
  }
}

/** One command, where all keys are on one server. */
function manyReads(redis: RedisCommands, prefix: string, answer: Answer): KeyValues['getMany'] {
  if (redis instanceof Cluster)
    return (keys) => Promise.all(keys.map((key) => answer(redis.get(prefix + key))))
  return async (keys) => (keys.length === 0 ? [] : answer(redis.mget(keys.map((key) => prefix + key))))
}

/** None when the key expired between the scan and the read. */
function pairOf(key: string, value: string | null | undefined): [string, string][] {
  return value === null || value === undefined ? [] : [[key, value]]
}

/** Every key with the prefix, once each (SCAN may repeat), of all primaries. */
async function scan(redis: RedisCommands, prefix: string, answer: Answer): Promise<string[]> {
  await answer(redis.ping()) // a Cluster has no nodes before
  const servers = redis instanceof Cluster ? redis.nodes('master') : [redis]
  const keys = await Promise.all(servers.map((server) => scanServer(server, prefix, answer)))
  return [...new Set(keys.flat())]
}

/** One step at a time: the server never blocks, as KEYS would. */
async function scanServer(redis: Redis, prefix: string, answer: Answer): Promise<string[]> {
  const keys: string[] = []
  const pattern = `${prefix.replace(/[\\*?[\]]/g, '\\$&')}*`
  let cursor = '0'
  do {
    const [next, found] = await answer(redis.scan(cursor, 'MATCH', pattern, 'COUNT', SCAN_STEP))
    keys.push(...found)
    cursor = next
  } while (cursor !== '0')
  return keys
}
