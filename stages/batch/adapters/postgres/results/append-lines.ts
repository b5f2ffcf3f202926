import type { Session } from '../connection/session.ts'
import { packBytes } from '../packed-bytes.ts'

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
  SELECT batch, first, last, substring($4::bytea, start, length)
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $5::int[], $6::int[]) AS row (batch, first, last, start, length)`

/**
 * Appends result lines of different batches, in the transaction that ends their items. The caller holds the lock of each batch's
 * row, and adds to its counters there: `lines` as many as there are, `row_bytes` their bytes.
 */
export async function appendLines(session: Session, appended: readonly AppendedLines[]): Promise<void> {
  if (appended.length === 0) return
  const packed = packBytes(appended.map(({ lines }) => lines))
  await session.query(INSERT, [
    appended.map(({ batch }) => batch),
    appended.map(({ first }) => first),
    appended.map(({ last }) => last),
    packed.bytes,
    packed.starts,
    packed.lengths,
  ])
}
