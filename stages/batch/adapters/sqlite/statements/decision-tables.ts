import type { DatabaseSync } from 'node:sqlite'
import { rank } from '../../../crawl/families/family-rank.ts'
import type { FamilyRow, SectionRow, StoredItem } from '../../../frontier/decisions/decision-tables.ts'
import { familyKeys } from '../../../frontier/decisions/held-back.ts'
import { storedRoles } from '../../../frontier/decisions/item-hash.ts'

/** Prepares the statements on the families of a crawl. */
export function familiesTable(db: DatabaseSync) {
  const columns = 'id, parent, open_items, held, compared, fresh, stale, gap, rank'
  const byId = db.prepare(`SELECT ${columns} FROM page_families WHERE id = ?`)
  const section = db.prepare('SELECT id, compared, fresh, stale, contents FROM page_families WHERE id = ?')
  const save = db.prepare(`
    UPDATE page_families SET open_items = $open_items, held = $held, compared = $compared, fresh = $fresh, stale = $stale,
      gap = $gap, rank = $rank WHERE id = $id`)
  save.setAllowUnknownNamedParameters(true)
  const saveSection = db.prepare(`
    UPDATE page_families SET compared = $compared, fresh = $fresh, stale = $stale, contents = $contents WHERE id = $id`)
  const next = db.prepare(`
    SELECT ${columns} FROM page_families WHERE batch = ? AND held > 0 AND held > iif(rank = ${rank.sampled}, gap, 0)
    ORDER BY rank, stale, id LIMIT 1`)
  const removal = db.prepare(
    'DELETE FROM page_families WHERE id IN (SELECT id FROM page_families WHERE batch = ? LIMIT ?)',
  )
  const find = db.prepare('SELECT id FROM page_families WHERE batch = ? AND parent = ? AND hash = ?')
  const count = db.prepare('SELECT count(*) AS count FROM page_families WHERE batch = ? AND parent = ?')
  const insert = db.prepare('INSERT INTO page_families (batch, parent, hash) VALUES (?, ?, ?) RETURNING id')

  return {
    keysOf: familyKeys,
    find: (batch: number, parent: number, hash: string) =>
      find.get(batch, parent, bytesOf(hash))?.id as number | undefined,
    count: (batch: number, parent: number) => count.get(batch, parent)?.count as number,
    insert: (batch: number, parent: number, hash: string) =>
      insert.get(batch, parent, bytesOf(hash))?.id as number,
    family: (id: number) => byId.get(id) as unknown as FamilyRow,
    section: (id: number) => section.get(id) as unknown as SectionRow,
    save: (row: FamilyRow) => void save.run({ ...row }),
    saveSection: (row: SectionRow) => void saveSection.run({ ...row }),
    nextWithHeld: (batch: number) => (next.get(batch) as unknown as FamilyRow | undefined) ?? null,
    /** Removes some rows of a batch, and returns how many. */
    remove: (batch: number, limit: number) => Number(removal.run(batch, limit).changes),
  }
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

/**
 * Prepares the statements on the items that a batch has had (`seen`), its families, and its parameter sets,
 * each stored once.
 */
export function seenTable(db: DatabaseSync) {
  const see = db.prepare('INSERT INTO seen (batch, hash) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const count = db.prepare('SELECT items FROM families WHERE batch = ? AND hash = ?')
  const join = db.prepare(`
    INSERT INTO families (batch, hash, items) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET items = items + 1`)
  const find = db.prepare('SELECT id FROM parameters WHERE batch = ? AND json = ?')
  const add = db.prepare('INSERT INTO parameters (batch, json) VALUES (?, ?) RETURNING id')
  const read = db.prepare('SELECT json FROM parameters WHERE id = ?')
  const removals = [
    db.prepare(
      'DELETE FROM seen WHERE (batch, hash) IN (SELECT batch, hash FROM seen WHERE batch = ? LIMIT ?)',
    ),
    db.prepare(
      'DELETE FROM families WHERE (batch, hash) IN (SELECT batch, hash FROM families WHERE batch = ? LIMIT ?)',
    ),
    db.prepare('DELETE FROM parameters WHERE id IN (SELECT id FROM parameters WHERE batch = ? LIMIT ?)'),
  ]

  return {
    isNew: (batch: number, hash: string) => see.run(batch, bytesOf(hash)).changes === 1,
    membersOf: (batch: number, hash: string) => Number(count.get(batch, bytesOf(hash))?.items ?? 0),
    join: (batch: number, hash: string) => void join.run(batch, bytesOf(hash)),
    parametersId: (batch: number, json: string) =>
      (find.get(batch, json) ?? add.get(batch, json))?.id as number,
    parameters: (id: number) => read.get(id)?.json as string,
    /** Removes some rows of a batch, and returns how many. */
    remove: (batch: number, limit: number) =>
      removals.reduce((sum, removal) => sum || Number(removal.run(batch, limit).changes), 0),
  }
}

/** Returns the bytes of a hash from its hexadecimal digits. A slice of a hash's buffer would keep the whole buffer outside the heap. */
export function bytesOf(hash: string): Buffer {
  return Buffer.from(hash, 'hex')
}
