import type { DatabaseSync } from 'node:sqlite'
import { equalityKey } from '#shared/web/address-of.ts'
import type { Family, NewItem } from '#stages/batch/frontier/frontier.ts'
import { digest } from './digest.ts'
import { storedRoles } from './schema.ts'

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
    /** Returns true when the batch has not had the item, and records it. `json`: the parameters without `url`. */
    isNew: (batch: number, { role, parameters }: NewItem, json: string, equality: UrlEquality) =>
      see.run(batch, itemHash(role, parameters.url, json, equality)).changes === 1,
    /** Returns true when the batch has the most members of the family. */
    isFull: (batch: number, role: NewItem['role'], family: Family) =>
      Number(count.get(batch, familyHash(role, family))?.items ?? 0) >= family.maxMembers,
    join: (batch: number, role: NewItem['role'], family: Family) =>
      void join.run(batch, familyHash(role, family)),
    /** Returns the number of these parameters in the batch. */
    parametersId: (batch: number, json: string) =>
      (find.get(batch, json) ?? add.get(batch, json))?.id as number,
    parameters: (id: number) => read.get(id)?.json as string,
    /** Removes some rows of a batch, and returns how many. */
    remove: (batch: number, limit: number) =>
      removals.reduce((sum, removal) => sum || Number(removal.run(batch, limit).changes), 0),
  }
}

/** Which URLs of a batch are one item, besides those that `URL` serialises equally. */
export interface UrlEquality {
  /** URLs that differ in their fragments are different items. */
  readonly hasFragment: boolean
  /** URLs that differ in spelling only (RFC 3986, section 6.2.2) are different items. */
  readonly hasSpelling: boolean
}

/**
 * Returns a hash of what distinguishes the items of a batch: role, URL and the other parameters as JSON text.
 * `url` must be a valid URL.
 */
export function itemHash(
  role: NewItem['role'],
  url: string,
  parametersJson: string,
  { hasFragment, hasSpelling }: UrlEquality,
): Buffer {
  const normal = new URL(url)
  if (!hasFragment || normal.hash === '') normal.hash = ''
  const { href } = normal
  return digest(`${storedRoles[role]}\n${hasSpelling ? href : equalityKey(href)}\n${parametersJson}`)
}

/**
 * Returns a hash that distinguishes the families of a batch. Pages and their discovery items are counted
 * separately.
 */
export function familyHash(role: NewItem['role'], { name }: Family): Buffer {
  return digest(`${storedRoles[role]}\n${name}`)
}
