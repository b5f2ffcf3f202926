import { asUnavailable } from '#shared/errors.ts'
import type { Notices } from '#shared/ports/result-store.ts'
import { checkedNoticeBounds } from '../../common/checked-arguments.ts'
import type { Database } from '../database.ts'
import type { Entries } from './entries-table.ts'

/** Separates the key of a board from a member. */
const MEMBER = '\0'

/** Boards of notices in the table of entries: a row for each notice, `<board>\0<member>`. */
export function sqliteNotices({ write }: Pick<Database, 'write'>, entries: Entries): Notices {
  const all = (board: string) => entries.startingWith(board + MEMBER)
  return {
    async postNotice(board, member, text, bounds) {
      const { ttlMs, most } = checkedNoticeBounds(bounds)
      const key = board + MEMBER + member
      return write(() => {
        if (entries.get(key) === null && all(board).length >= most) return false
        entries.set(key, text, Date.now() + ttlMs)
        return true
      })
    },
    notices: (board) =>
      asUnavailable('embedded store', () =>
        all(board).map(([key, text]) => [key.slice(board.length + MEMBER.length), text]),
      ),
    async removeNotice(board, member) {
      await write(() => entries.delete(board + MEMBER + member))
    },
  }
}
