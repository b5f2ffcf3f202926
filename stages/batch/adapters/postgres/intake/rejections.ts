import type { RejectedLine } from '#shared/ports/batches.ts'
import type { BatchRow } from '../batches/batch-rows.ts'
import type { Session } from '../connection/session.ts'
import { columnsOf } from '../connection/values.ts'

/** Rejections that are stored of a batch. All are counted. */
const MOST = 100

const INSERT = `
  INSERT INTO rejections (batch, position, line, reason)
  SELECT $1, $2 + n, line, reason FROM unnest($3::bigint[], $4::text[]) WITH ORDINALITY AS given (line, reason, n)`
const ALL = 'SELECT line, reason FROM rejections WHERE batch = $1 ORDER BY position'

/** Rejects lines of a locked batch, which the caller saves. */
export async function rejectLines(
  session: Session,
  row: BatchRow,
  lines: readonly RejectedLine[],
): Promise<void> {
  const kept = lines.slice(0, Math.max(0, MOST - row.rejected))
  if (kept.length > 0)
    await session.query(INSERT, [row.num, row.rejected, ...columnsOf(kept, 'line', 'reason')])
  row.rejected += lines.length
}

/** The stored rejections of a batch, in order. */
export async function rejectionsOf(session: Session, batch: number): Promise<RejectedLine[]> {
  return session.query<RejectedLine>(ALL, [batch])
}
