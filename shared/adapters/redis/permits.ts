import type { PermitRequest, Permits } from '#shared/ports/result-store.ts'
import { checkedPermitRequest } from '../common/checked-arguments.ts'
import type { RunScript } from './connection.ts'

/**
 * The key is a sorted set of holders, scored by the expiry of their permits. Arguments: requesting holder (''
 * = none), limit, TTL in milliseconds, then the holders that return their permits. Returns whether the requesting
 * holder has a permit, and the number of permits in use.
 */
const ACQUIRE = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  for at = 4, #ARGV do redis.call('ZREM', KEYS[1], ARGV[at]) end
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  local taken = redis.call('ZCARD', KEYS[1])
  local isMine = 0
  if ARGV[1] ~= '' then
    local isRenewed = redis.call('ZSCORE', KEYS[1], ARGV[1])
    if isRenewed or taken < tonumber(ARGV[2]) then
      redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
      isMine = 1
      if not isRenewed then taken = taken + 1 end
    end
  end
  local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2]
  if last then redis.call('PEXPIREAT', KEYS[1], last) end
  return {isMine, taken}`

/** Permits on Redis; each method is one script. */
export function redisPermits(run: RunScript): Permits {
  async function acquire(key: string, holder: string, request: PermitRequest) {
    const { limit, ttlMs, ended } = checkedPermitRequest(request)
    const [isMine, taken] = (await run(ACQUIRE, key, holder, limit, ttlMs, ...ended)) as [number, number]
    return { isMine: isMine === 1, taken }
  }
  return {
    acquirePermit: acquire,
    async releasePermits(key, ended) {
      await acquire(key, '', { limit: 1, ttlMs: 1, ended })
    },
  }
}
