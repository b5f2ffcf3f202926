import type { Permits } from '#shared/ports/result-store.ts'
import { checkedPermitRequest } from '../../common/checked-arguments.ts'
import type { Database } from '../database.ts'
import type { Entries } from './entries-table.ts'

/** Expiry time of each holder's permit, in milliseconds since the epoch. */
type Holders = Map<string, number>

/** Permits in the table of entries: one row per key; each method is one write. */
export function sqlitePermits(database: Database, entries: Entries): Permits {
  function read(key: string, ended: readonly string[], now: number): Holders {
    const holders: Holders = new Map(JSON.parse(entries.get(key) ?? '[]'))
    return new Map([...holders].filter(([holder, until]) => until > now && !ended.includes(holder)))
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
      await database.write(() => write(key, read(key, ended, Date.now())))
    },
  }
}
