import { storedRoles } from '../schema/stored-roles.ts'

/**
 * The processes that have items in flight, for the beginning of a statement. They are few, and the index has them in order: each
 * costs one look-up.
 */
export const TAKERS = `
  WITH RECURSIVE takers (taker) AS (
    (SELECT taker FROM items WHERE taker IS NOT NULL ORDER BY taker LIMIT 1)
    UNION ALL
    SELECT (SELECT items.taker FROM items WHERE items.taker > takers.taker ORDER BY items.taker LIMIT 1)
    FROM takers WHERE takers.taker IS NOT NULL
  )`

/** Counts the pages in flight of a batch, which is an expression. For a statement that begins with `TAKERS`. */
export function pagesInFlight(batch: string): string {
  return `(
    SELECT count(*) FROM takers JOIN items ON items.taker = takers.taker AND items.batch = ${batch}
    WHERE role = ${storedRoles.page})`
}
