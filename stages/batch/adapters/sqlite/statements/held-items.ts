import type { DatabaseSync } from 'node:sqlite'
import type { NewItem } from '#stages/batch/frontier/frontier.ts'
import { storedRoles } from './schema.ts'

/** A row of `held_items`: an item that is not added to its batch yet. */
export interface HeldRow {
  readonly role: NewItem['role']
  readonly parameters: number
  readonly depth: number | null
  readonly url: string
  readonly source: string | null
  readonly scope: string | null
}

/** Prepares the statements on `held_items`. A page is followed by its discovery item, if it has one. */
export function heldItemsTable(db: DatabaseSync) {
  const insert = db.prepare(`
    INSERT INTO held_items (batch, family, role, parameters, depth, url, source, scope) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
  const first = db.prepare('SELECT * FROM held_items WHERE family = ? ORDER BY n LIMIT 2')
  const remove = db.prepare('DELETE FROM held_items WHERE n = ?')
  const removal = db.prepare(
    'DELETE FROM held_items WHERE n IN (SELECT n FROM held_items WHERE batch = ? LIMIT ?)',
  )
  return {
    insert: (batch: number, family: number, row: HeldRow) => {
      const { role, parameters, depth, url, source, scope } = row
      void insert.run(batch, family, storedRoles[role], parameters, depth, url, source, scope)
    },
    /** Takes the items of the first page of a family out. */
    takeFirst(family: number): HeldRow[] {
      const rows = first.all(family).map(toHeldRow)
      const taken = rows.filter(({ url }) => url === rows[0]?.url)
      for (const { n } of taken) remove.run(n)
      return taken
    },
    /** Removes some rows of a batch, and returns how many. */
    remove: (batch: number, limit: number) => Number(removal.run(batch, limit).changes),
  }
}

function toHeldRow(stored: unknown): HeldRow & { readonly n: number } {
  const row = stored as Omit<HeldRow, 'role'> & { readonly n: number; readonly role: string }
  return { ...row, role: row.role === storedRoles.discovery ? 'discovery' : 'page' }
}
