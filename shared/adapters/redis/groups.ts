import type { GroupedValues } from '#shared/ports/result-store.ts'
import { checkedTtl } from '../common/checked-arguments.ts'
import type { RedisCommands, RunScript, Send } from './connection.ts'

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

/** Groups as hashes: Redis stores a small hash in one piece of memory. */
export function redisGroups(
  redis: Pick<RedisCommands, 'hget'>,
  prefix: string,
  send: Send,
  run: RunScript,
): GroupedValues {
  return {
    getIn: (group, name) => send(redis.hget(prefix + group, name)),
    async setIn(group, name, value, ttlSeconds) {
      await run(SET, group, name, value, checkedTtl(ttlSeconds))
    },
    claimIn: async (group, name, value, ttlSeconds) =>
      String(await run(CLAIM, group, name, value, checkedTtl(ttlSeconds))),
  }
}
