import type { DatabaseSync } from 'node:sqlite'
import type { StoredItem } from '#stages/batch/frontier/decisions/decision-tables.ts'
import { storedRoles } from '#stages/batch/frontier/decisions/item-hash.ts'

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
    insert: (batch: number, family: number, row: StoredItem) => {
      const { role, parameters, depth, url, source, scope } = row
      void insert.run(batch, family, storedRoles[role], parameters, depth, url, source, scope)
    },
    takeFirst(family: number): StoredItem[] {
      const rows = first.all(family).map(toHeld)
      const taken = rows.filter(({ url }) => url === rows[0]?.url)
      for (const { n } of taken) remove.run(n)
      return taken
    },
    /** Removes some rows of a batch, and returns how many. */
    remove: (batch: number, limit: number) => Number(removal.run(batch, limit).changes),
  }
}

function toHeld(stored: unknown): StoredItem & { readonly n: number } {
  const row = stored as Omit<StoredItem, 'role'> & { readonly n: number; readonly role: string }
  return { ...row, role: row.role === storedRoles.discovery ? 'discovery' : 'page' }
}
