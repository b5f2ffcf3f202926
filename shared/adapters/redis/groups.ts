import type { GroupedValues } from '#shared/ports/result-store.ts'
import { checkedTtl } from '../common/checked-arguments.ts'
import type { RedisCommands } from './connection.ts'

/** Extends the TTL of the group to at least this many seconds. */
const KEEP =
  "if redis.call('TTL', KEYS[1]) < tonumber(ARGV[3]) then redis.call('EXPIRE', KEYS[1], ARGV[3]) end"
const SET = `
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  ${KEEP}`
const CLAIM = `
  if redis.call('HSETNX', KEYS[1], ARGV[1], ARGV[2]) == 0 then return redis.call('HGET', KEYS[1], ARGV[1]) end
  ${KEEP}
  return ARGV[2]`

/**
 * Groups as hashes: Redis stores a small hash in one piece of memory. `send` limits the time of a command.
 */
export function redisGroups(
  redis: RedisCommands,
  prefix: string,
  send: <T>(command: Promise<T>) => Promise<T>,
): GroupedValues {
  const run = (script: string, group: string, name: string, value: string, ttl: number) =>
    send(redis.eval(script, 1, prefix + group, name, value, checkedTtl(ttl)))
  return {
    getIn: (group, name) => send(redis.hget(prefix + group, name)),
    async setIn(group, name, value, ttlSeconds) {
      await run(SET, group, name, value, ttlSeconds)
    },
    claimIn: async (group, name, value, ttlSeconds) =>
      String(await run(CLAIM, group, name, value, ttlSeconds)),
  }
}
