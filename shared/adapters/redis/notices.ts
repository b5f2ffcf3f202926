import type { Notices } from '#shared/ports/result-store.ts'
import { checkedNoticeBounds } from '../common/checked-arguments.ts'
import type { RedisCommands, RunScript, Send } from './connection.ts'

const NOW = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`

/**
 * The key is a hash of members, each value the time of expiry in milliseconds, a space, and the text. A new member removes
 * the notices that have expired; so they are never more than the members there were at its post. Arguments: member, text,
 * TTL in milliseconds, most members.
 */
const POST = `${NOW}
  local value = string.format('%.0f ', now + ARGV[3]) .. ARGV[2]
  if redis.call('HSET', KEYS[1], ARGV[1], value) == 1 then
    local all = redis.call('HGETALL', KEYS[1])
    local count = 0
    for at = 1, #all, 2 do
      if tonumber(string.match(all[at + 1], '^%d+')) > now then count = count + 1
      else redis.call('HDEL', KEYS[1], all[at]) end
    end
    if count > tonumber(ARGV[4]) then
      redis.call('HDEL', KEYS[1], ARGV[1])
      return 0
    end
  end
  if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then redis.call('PEXPIREAT', KEYS[1], now + ARGV[3]) end
  return 1`
const READ = `${NOW}
  local all = redis.call('HGETALL', KEYS[1])
  local found = {}
  for at = 1, #all, 2 do
    local expires, text = string.match(all[at + 1], '^(%d+) (.*)$')
    if tonumber(expires) > now then
      found[#found + 1] = all[at]
      found[#found + 1] = text
    end
  end
  return found`

/** Boards of notices as hashes; posting and reading are one script each. */
export function redisNotices(
  redis: Pick<RedisCommands, 'hdel'>,
  prefix: string,
  send: Send,
  run: RunScript,
): Notices {
  return {
    async postNotice(board, member, text, bounds) {
      const { ttlMs, most } = checkedNoticeBounds(bounds)
      return (await run(POST, board, member, text, ttlMs, most)) === 1
    },
    async notices(board) {
      const found = (await run(READ, board)) as string[]
      return Array.from({ length: found.length / 2 }, (_, at) => [
        found[2 * at] as string,
        found[2 * at + 1] as string,
      ])
    },
    async removeNotice(board, member) {
      await send(redis.hdel(prefix + board, member))
    },
  }
}
