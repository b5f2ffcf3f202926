import { queryRows, type Session } from '../connection/postgres.ts'

/** Result lines of a batch that follow each other. */
export interface AppendedLines {
  /** Number of the batch. */
  readonly batch: number
  /** Numbers of the first and of the last line. */
  readonly first: number
  readonly last: number
  /** Complete lines, each with its line break. */
  readonly lines: Uint8Array
}

const INSERT = `
  INSERT INTO result_rows (batch, first, last, lines)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[])`

/**
 * Appends result lines of different batches, in the transaction that ends their items. The caller holds the lock of each batch's
 * row, and adds to its counters there: `lines` as many as there are, `row_bytes` their bytes.
 */
export async function appendLines(session: Session, appended: readonly AppendedLines[]): Promise<void> {
  await queryRows(session, INSERT, appended, 'batch', 'first', 'last', 'lines')
}

/** A row of `result_rows`. */
export interface LineRow {
  readonly first: number
  readonly last: number
  readonly lines: Buffer
}

/** The statement that reads the first ones of rows, in order, as far as those before them have fewer bytes. */
export const rowsBelow = (rows: string, bytes: number) => `
  SELECT first, last, lines FROM (
    SELECT first, last, lines, sum(octet_length(lines)) OVER (ORDER BY first) - octet_length(lines) AS before
    FROM (SELECT first, last, lines ${rows}) AS next) AS summed
  WHERE before < ${bytes} ORDER BY first`
