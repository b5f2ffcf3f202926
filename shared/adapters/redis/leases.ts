import type { Leases } from '#shared/ports/result-store.ts'
import { checkedMs } from '../common/checked-arguments.ts'
import type { RunScript } from './connection.ts'

/**
 * A lease is an expiring key. Its value is the holder, or empty while the lease cools down. The script
 * returns -2 if the lease is the holder's, -1 if another holder has it, else the rest of the cooldown in
 * milliseconds.
 */
const LEASE = `
  local holder = redis.call('GET', KEYS[1])
  if not holder or holder == ARGV[1] then
    redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
    return -2
  end
  if holder ~= '' then return -1 end
  return math.max(redis.call('PTTL', KEYS[1]), 1)`
const REST = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  if ARGV[2] == '0' then redis.call('UNLINK', KEYS[1]) else redis.call('SET', KEYS[1], '', 'PX', ARGV[2]) end
  return 1`

const MINE = -2
const HELD = -1

/** Leases on Redis; each method is one script. */
export function redisLeases(run: RunScript): Leases {
  return {
    async acquireLease(key, holder, ttlMs) {
      const left = await run(LEASE, key, holder, checkedMs(ttlMs, 1))
      if (left === MINE) return 'mine'
      return left === HELD ? 'held' : { restMs: Number(left) }
    },
    releaseLease: async (key, holder, restMs) => (await run(REST, key, holder, checkedMs(restMs, 0))) === 1,
  }
}
