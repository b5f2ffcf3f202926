import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

/** The rows of a query as arrays, one after the other: for the many rows of a site that takes less time than objects do. */
export function rowsOf<Row extends readonly unknown[]>(
  db: DatabaseSync,
  query: string,
  ...parameters: readonly SQLInputValue[]
): Iterable<Row> {
  const statement = db.prepare(query)
  statement.setReturnArrays(true)
  return statement.iterate(...parameters) as unknown as Iterable<Row>
}
