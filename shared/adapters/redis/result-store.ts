import { Cluster, type Redis } from 'ioredis'
import type { KeyValues, ResultStore } from '#shared/ports/result-store.ts'
import { checkedTtl } from '../common/checked-arguments.ts'
import { batchedReads } from './batched-reads.ts'
import { fromStoredOrNull, type StoredValue, toStored, toStoredFor } from './compressed-values.ts'
import {
  connectRedis,
  connectSubscriber,
  type RedisCommands,
  type RedisConnectionOptions,
  type RunScript,
  type Send,
  withCommandTimeout,
} from './connection.ts'
import { checkEviction } from './eviction.ts'
import { redisGroups } from './groups.ts'
import { redisLeases } from './leases.ts'
import { redisNotices } from './notices.ts'
import { redisPermits } from './permits.ts'
import { redisRecentTexts } from './recent-texts.ts'
import { redisWakeups } from './wakeups.ts'

export interface RedisResultStoreOptions extends RedisConnectionOptions {
  /** Prefix of every key and channel. */
  readonly keyPrefix: string
  /** What the server stores: its eviction policy is checked for that. Not checked if absent. */
  readonly keeps?: 'state' | 'cache'
}

/** Only the increment that creates the key sets its TTL, so both have to happen in one step. */
const INCREMENT = `
  local isNew = redis.call('EXISTS', KEYS[1]) == 0
  local sum = redis.call('INCRBY', KEYS[1], ARGV[1])
  if isNew then redis.call('EXPIRE', KEYS[1], ARGV[2]) end
  return sum`
const COMPARE_AND_SET = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
  return 1`
const COMPARE_AND_DELETE = `
  local value = redis.call('GET', KEYS[1])
  for _, expected in ipairs(ARGV) do
    if value == expected then return redis.call('UNLINK', KEYS[1]) end
  end
  return 0`
/** Runs as a script with a key, so that a Cluster always asks the same server. */
const TIME = "return redis.call('TIME')"
const SCAN_STEP = 1000

/**
 * The ResultStore on Redis 7 or newer (SET with both NX and GET) or Valkey: one server, the primary that
 * sentinels name, or a Cluster. Every command and script uses one key, so that a Cluster can route it.
 * Strings are stored as UTF-8: a lone surrogate is read back as U+FFFD. Values of more than 1 KB are compressed.
 */
export function redisResultStore(options: RedisResultStoreOptions): ResultStore {
  const commands = connectRedis(options)
  const subscriber = connectSubscriber(options)
  if (options.keeps !== undefined) checkEviction(commands, options.keeps, options.log)
  const prefix = options.keyPrefix
  const send: Send = (command) => withCommandTimeout(command, options.commandTimeoutMs)
  const run: RunScript = (script, key, ...args) => send(commands.eval(script, 1, prefix + key, ...args))
  const { stop, ...wakeups } = redisWakeups({ commands, subscriber, send, prefix })
  return {
    ...keyValues(commands, prefix, send, run),
    ...redisNotices(commands, prefix, send, run),
    ...redisRecentTexts(commands, prefix, send, run),
    ...redisLeases(run),
    ...redisPermits(run),
    ...wakeups,
    async now() {
      const [seconds, microseconds] = (await run(TIME, 'clock')) as [string, string]
      return Number(seconds) * 1000 + Number(microseconds) / 1000
    },
    async ping() {
      await send(commands.ping())
    },
    async close() {
      stop()
      await send(commands.quit()).catch(() => commands.disconnect())
    },
  }
}

type Conditional = Pick<KeyValues, 'compareAndSet' | 'compareAndDelete'>

/** A long expected value is compared here: two versions may compress it differently. The script finds out whether it changed meanwhile. */
function conditional(redis: RedisCommands, prefix: string, send: Send, run: RunScript): Conditional {
  async function storedAs(key: string, expected: string): Promise<StoredValue | null> {
    const form = toStored(expected)
    if (typeof form === 'string') return form
    const stored = await send(redis.getBuffer(prefix + key))
    return fromStoredOrNull(stored) === expected ? stored : null
  }
  return {
    async compareAndSet(key, expected, value, ttlSeconds) {
      const [ttl, stored] = [checkedTtl(ttlSeconds), await storedAs(key, expected)]
      return stored !== null && (await run(COMPARE_AND_SET, key, stored, toStoredFor(value, ttl), ttl)) === 1
    },
    async compareAndDelete(key, ...expected) {
      const forms = await Promise.all(expected.map((one) => storedAs(key, one)))
      const stored = forms.filter((one) => one !== null)
      return stored.length > 0 && (await run(COMPARE_AND_DELETE, key, ...stored)) === 1
    },
  }
}

function keyValues(redis: RedisCommands, prefix: string, send: Send, run: RunScript): KeyValues {
  const getMany = manyReads(redis, prefix, send)
  return {
    ...redisGroups(redis, prefix, send),
    ...conditional(redis, prefix, send, run),
    getMany,
    get: redis instanceof Cluster ? async (key) => (await getMany([key]))[0] ?? null : batchedReads(getMany),
    async set(key, value, ttlSeconds) {
      const stored = toStoredFor(value, ttlSeconds)
      if (ttlSeconds === null) await send(redis.set(prefix + key, stored))
      else await send(redis.set(prefix + key, stored, 'EX', checkedTtl(ttlSeconds)))
    },
    async claim(key, value, ttlSeconds) {
      const stored = toStoredFor(value, ttlSeconds)
      const before =
        ttlSeconds === null
          ? redis.setBuffer(prefix + key, stored, 'NX', 'GET')
          : redis.setBuffer(prefix + key, stored, 'EX', checkedTtl(ttlSeconds), 'NX', 'GET')
      return fromStoredOrNull(await send(before)) ?? value
    },
    async delete(key) {
      await send(redis.unlink(prefix + key))
    },
    increment: async (key, by, ttlSeconds) => Number(await run(INCREMENT, key, by, checkedTtl(ttlSeconds))),
    async addMember(key, member) {
      await send(redis.sadd(prefix + key, member))
    },
    members: (key) => send(redis.smembers(prefix + key)),
    async entries(start) {
      const keys = (await scanKeys(redis, prefix + start, send)).map((key) => key.slice(prefix.length))
      const values = await getMany(keys)
      return keys.flatMap((key, index) => toPair(key, values[index]))
    },
  }
}

/** Reads many keys: with one command on a single server, with one per key on a Cluster. */
function manyReads(redis: RedisCommands, prefix: string, send: Send): KeyValues['getMany'] {
  const readOne = (key: string) => send(redis.getBuffer(prefix + key))
  const readMany = (keys: readonly string[]) => send(redis.mgetBuffer(keys.map((key) => prefix + key)))
  const read =
    redis instanceof Cluster ? (keys: readonly string[]) => Promise.all(keys.map(readOne)) : readMany
  return async (keys) => (keys.length === 0 ? [] : (await read(keys)).map(fromStoredOrNull))
}

/** Empty if the key expired between the scan and the read. */
function toPair(key: string, value: string | null | undefined): [string, string][] {
  return value === null || value === undefined ? [] : [[key, value]]
}

/** Every key with the prefix, on all primaries. Removes duplicates, since SCAN may repeat keys. */
async function scanKeys(redis: RedisCommands, prefix: string, send: Send): Promise<string[]> {
  await send(redis.ping()) // A Cluster knows its nodes only after the first command.
  const servers = redis instanceof Cluster ? redis.nodes('master') : [redis]
  const keys = await Promise.all(servers.map((server) => scanServer(server, prefix, send)))
  return [...new Set(keys.flat())]
}

/** Scans one server step by step, which never blocks it, unlike KEYS. */
async function scanServer(redis: Redis, prefix: string, send: Send): Promise<string[]> {
  const keys: string[] = []
  const pattern = `${prefix.replace(/[\\*?[\]]/g, '\\$&')}*`
  let cursor = '0'
  do {
    const [next, found] = await send(redis.scan(cursor, 'MATCH', pattern, 'COUNT', SCAN_STEP))
    keys.push(...found)
    cursor = next
  } while (cursor !== '0')
  return keys
}
