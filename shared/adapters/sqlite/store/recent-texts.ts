import { asUnavailable } from '#shared/errors.ts'
import type { RecentText, RecentTexts } from '#shared/ports/result-store.ts'
import { checkedRecentBounds } from '../../common/checked-arguments.ts'
import type { Database } from '../database.ts'
import type { Entries } from './entries-table.ts'

/** Separates the key of a list from the position of a text. */
const POSITION = '\0'
/** Digits of a position in a key, so that keys sort by position: enough until the year 2286. */
const DIGITS = 16
const END = '9'.repeat(DIGITS)

const NEWEST_KEY =
  'SELECT key FROM store_entries WHERE key >= :start AND key <= :end ORDER BY key DESC LIMIT 1'
const PAGE = `SELECT key, value FROM store_entries
  WHERE key >= :start AND key < :end AND expires > :now ORDER BY key DESC LIMIT :count`
const TRIM = 'DELETE FROM store_entries WHERE key >= :start AND key <= :end'

/**
 * Lists in the table of entries: a row for each text, `<list>\0<position>` with `<time> <text>`. Positions of a list are
 * contiguous, so that the rows to drop are known without counting. They begin at the time in microseconds: a list that
 * begins anew goes on behind its old positions.
 */
export function sqliteRecentTexts({ db, write }: Database, entries: Entries): RecentTexts {
  const newestKey = db.prepare(NEWEST_KEY)
  const page = db.prepare(PAGE)
  const trim = db.prepare(TRIM)

  function lastPosition(list: string): number | null {
    const row = newestKey.get({ start: list + POSITION, end: list + POSITION + END })
    return row === undefined ? null : positionOf(list, row.key as string)
  }

  return {
    async addRecent(list, text, bounds) {
      const { keep, ttlSeconds } = checkedRecentBounds(bounds)
      await write(() => {
        const position = (lastPosition(list) ?? Date.now() * 1000) + 1
        entries.set(keyOf(list, position), `${Date.now()} ${text}`, entries.expiry(ttlSeconds))
        trim.run({ start: list + POSITION, end: keyOf(list, position - keep) })
      })
    },
    recent: (list, before, count) =>
      asUnavailable('embedded store', () => {
        const end = before === null ? list + POSITION + END : keyOf(list, before)
        const rows = page.all({ start: list + POSITION, end, now: Date.now(), count })
        return rows.map(({ key, value }) => toRecentText(list, key as string, value as string))
      }),
  }
}

function keyOf(list: string, position: number): string {
  return list + POSITION + String(position).padStart(DIGITS, '0')
}

function positionOf(list: string, key: string): number {
  return Number(key.slice(list.length + POSITION.length))
}

function toRecentText(list: string, key: string, value: string): RecentText {
  const space = value.indexOf(' ')
  return { position: positionOf(list, key), at: Number(value.slice(0, space)), text: value.slice(space + 1) }
}
