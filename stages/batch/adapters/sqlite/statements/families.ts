import type { DatabaseSync } from 'node:sqlite'
import { crawlLimits } from '#stages/batch/crawl/crawl-limits.ts'
import { addressFamilies } from '#stages/batch/crawl/families/address-families.ts'
import { type FamilyRecord, type Rank, rank } from '#stages/batch/crawl/families/family-rank.ts'
import { digest } from './digest.ts'

/** A row of `page_families` that is a family. It is loaded, changed and saved within one write. */
export interface FamilyRow extends FamilyRecord {
  readonly id: number
  readonly parent: number
  readonly open_items: number
  readonly held: number
  readonly gap: number
  readonly rank: Rank
}

/** A section of a host, with the contents of its pages (see `known-contents.ts`). */
export interface SectionRow extends FamilyRecord {
  readonly id: number
  readonly contents: Uint8Array | null
}

/** Stands for all members of a node beyond the most. */
const OTHERS = digest('*')
const NO_PARENT = 0

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
  const nodeOf = nodesOf(db)

  return {
    /** The family of an address, which is added when it is new. */
    of(batch: number, address: string): FamilyRow {
      const names = addressFamilies(address)
      const host = nodeOf(batch, NO_PARENT, names.host, crawlLimits.hosts)
      const section = nodeOf(batch, host, names.section, crawlLimits.sectionsOfHost)
      return byId.get(
        nodeOf(batch, section, names.family, crawlLimits.familiesOfSection),
      ) as unknown as FamilyRow
    },
    section: (id: number) => section.get(id) as unknown as SectionRow,
    save: (row: FamilyRow) => void save.run({ ...row }),
    saveSection: (row: SectionRow) => void saveSection.run({ ...row }),
    /** The family whose held items come next; null = there is none, or too few for a further sample. */
    nextWithHeld: (batch: number) => (next.get(batch) as unknown as FamilyRow | undefined) ?? null,
    /** Removes some rows of a batch, and returns how many. */
    remove: (batch: number, limit: number) => Number(removal.run(batch, limit).changes),
  }
}

/** Returns the function that finds or adds a node of the tree. A parent with the most members gets one more, for all others. */
function nodesOf(db: DatabaseSync) {
  const find = db.prepare('SELECT id FROM page_families WHERE batch = ? AND parent = ? AND hash = ?')
  const count = db.prepare('SELECT count(*) AS count FROM page_families WHERE batch = ? AND parent = ?')
  const insert = db.prepare('INSERT INTO page_families (batch, parent, hash) VALUES (?, ?, ?) RETURNING id')
  const found = (batch: number, parent: number, hash: Buffer) =>
    find.get(batch, parent, hash)?.id as number | undefined
  const added = (batch: number, parent: number, hash: Buffer) => insert.get(batch, parent, hash)?.id as number
  return (batch: number, parent: number, name: string, most: number): number => {
    const hash = digest(name)
    const known = found(batch, parent, hash)
    if (known !== undefined) return known
    if ((count.get(batch, parent)?.count as number) < most) return added(batch, parent, hash)
    return found(batch, parent, OTHERS) ?? added(batch, parent, OTHERS)
  }
}
