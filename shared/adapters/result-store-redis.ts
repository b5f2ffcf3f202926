import type { Redis } from 'ioredis'
import type { KeyValues, ResultStore } from '#shared/ports/result-store.ts'
import { answerOf, type RedisConnectionOptions, redisConnection } from './redis-connection.ts'
import { redisLeases } from './redis-leases.ts'
import { gatheredReads } from './redis-reads.ts'
import { redisWakeups } from './redis-wakeups.ts'
import { checkedTtl } from './time-to-live.ts'

export interface RedisResultStoreOptions extends RedisConnectionOptions {
  /** Goes before every key and channel. */
  readonly keyPrefix: string
}

/** The TTL is that of whoever creates the key, so it needs both in one step. */
const INCREMENT = `
  local isNew = redis.call('EXISTS', KEYS[1]) == 0
  local sum = redis.call('INCRBY', KEYS[1], ARGV[1])
  if isNew then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
  return sum`
const SCAN_STEP = 1000

/**
 * The ResultStore on Redis 7 or newer (SET with NX and GET together) or Valkey. Strings travel as UTF-8: a lone
 * surrogate comes back as U+FFFD.
 */
export function redisResultStore(options: RedisResultStoreOptions): ResultStore {
  const commands = redisConnection(options, { autoPipelining: true })
  const subscriber = redisConnection(options, { autoPipelining: false })
  const answer = <T>(command: Promise<T>) => answerOf(command, options.commandTimeoutMs)
  const { stop, ...wakeups } = redisWakeups({ commands, subscriber, answer, prefix: options.keyPrefix })
  return {
    ...keyValues(commands, options.keyPrefix, answer),
    ...redisLeases(commands, options.keyPrefix, answer),
    ...wakeups,
    async ping() {
      await answer(commands.ping())
    },
    async close() {
      stop()
      await answer(commands.quit()).catch(() => commands.disconnect())
    },
  }
}

function keyValues(redis: Redis, prefix: string, answer: <T>(command: Promise<T>) => Promise<T>): KeyValues {
  const getMany = async (keys: readonly string[]) =>
    keys.length === 0 ? [] : answer(redis.mget(keys.map((key) => prefix + key)))
  return {
    getMany,
    get: gatheredReads(getMany),
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
    async entries(start) {
      const keys = (await scan(redis, prefix + start, answer)).map((key) => key.slice(prefix.length))
      const values = await getMany(keys)
      return keys.flatMap((key, index) => pairOf(key, values[index]))
    },
  }
}

/** None when the key expired between the scan and the read. */
function pairOf(key: string, value: string | null | undefined): [string, string][] {
  return value === null || value === undefined ? [] : [[key, value]]
}

/** Every key with the prefix, once each (SCAN may repeat). One step at a time: the server never blocks, as KEYS would. */
async function scan(
  redis: Redis,
  prefix: string,
  answer: <T>(command: Promise<T>) => Promise<T>,
): Promise<string[]> {
  const keys = new Set<string>()
  const pattern = `${prefix.replace(/[\\*?[\]]/g, '\\$&')}*`
  let cursor = '0'
  do {
    const [next, found] = await answer(redis.scan(cursor, 'MATCH', pattern, 'COUNT', SCAN_STEP))
    for (const key of found) keys.add(key)
    cursor = next
  } while (cursor !== '0')
  return [...keys]
}
