import type { RecentText, RecentTexts } from '#shared/ports/result-store.ts'
import { checkedRecentBounds } from '../common/checked-arguments.ts'
import type { RedisCommands, RunScript, Send } from './connection.ts'

/**
 * The key is a stream. The position of an entry is its id: the time in microseconds, or one more than the entry before where
 * the clock was not ahead of it. Arguments: text, entries to keep, TTL in seconds.
 */
const ADD = `
  local time = redis.call('TIME')
  local position = time[1] * 1000000 + time[2]
  local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
  if last then position = math.max(position, tonumber(string.match(last[1], '^%d+')) + 1) end
  redis.call('XADD', KEYS[1], 'MAXLEN', ARGV[2], string.format('%.0f-0', position), 't', ARGV[1])
  redis.call('EXPIRE', KEYS[1], ARGV[3])`

/** Lists as streams, which take little more memory than their texts. */
export function redisRecentTexts(
  redis: Pick<RedisCommands, 'xrevrange'>,
  prefix: string,
  send: Send,
  run: RunScript,
): RecentTexts {
  return {
    async addRecent(list, text, bounds) {
      const { keep, ttlSeconds } = checkedRecentBounds(bounds)
      await run(ADD, list, text, keep, ttlSeconds)
    },
    async recent(list, before, count) {
      const start = before === null ? '+' : `(${before}-0`
      const entries = await send(redis.xrevrange(prefix + list, start, '-', 'COUNT', count))
      return entries.map(toRecentText)
    },
  }
}

function toRecentText([id, [, text = '']]: [id: string, fields: string[]]): RecentText {
  const position = Number.parseInt(id, 10)
  return { position, at: Math.floor(position / 1000), text }
}
