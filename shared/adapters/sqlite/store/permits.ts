import type { Permits, ReleasedPermit } from '#shared/ports/result-store.ts'
import { checkedPermitRequest } from '../../common/checked-arguments.ts'
import type { Database } from '../database.ts'
import type { Entries } from './entries-table.ts'

/** Expiry time of each holder's permit, in milliseconds since the epoch. */
type Holders = Map<string, number>

/** Permits in the table of entries: one row per key; each method is one write. */
export function sqlitePermits(database: Database, entries: Entries): Permits {
  function read(key: string, ended: readonly ReleasedPermit[], now: number): Holders {
    const holders: Holders = new Map(JSON.parse(entries.get(key) ?? '[]'))
    // The clock counts whole milliseconds: the current one has partly passed and does not count.
    for (const { holder, restMs } of ended) {
      if (holders.has(holder)) holders.set(holder, restMs === 0 ? now : now + 1 + restMs)
    }
    return new Map([...holders].filter(([, until]) => until > now))
  }
  function write(key: string, holders: Holders): void {
    if (holders.size === 0) entries.delete(key)
    else entries.set(key, JSON.stringify([...holders]), Math.max(...holders.values()))
  }
  return {
    async acquirePermit(key, holder, request) {
      const { limit, ttlMs, ended } = checkedPermitRequest(request)
      return database.write(() => {
        const now = Date.now()
        const holders = read(key, ended, now)
        const isMine = holders.has(holder) || holders.size < limit
        if (isMine) holders.set(holder, now + ttlMs)
        write(key, holders)
        return { isMine, taken: holders.size }
      })
    },
    async releasePermits(key, ended) {
      checkedPermitRequest({ limit: 1, ttlMs: 1, ended })
      await database.write(() => write(key, read(key, ended, Date.now())))
    },
  }
}
