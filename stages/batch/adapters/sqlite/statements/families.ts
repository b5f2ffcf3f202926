import type { DatabaseSync } from 'node:sqlite'
import { rank } from '#stages/batch/crawl/families/family-rank.ts'
import type { FamilyRow, SectionRow } from '#stages/batch/frontier/decisions/decision-tables.ts'
import { familyKeys } from '#stages/batch/frontier/decisions/family-tree.ts'
import { bytesOf } from './hash-bytes.ts'

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
