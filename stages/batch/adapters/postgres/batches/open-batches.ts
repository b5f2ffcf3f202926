import type { Batch } from '../../../frontier/frontier.ts'
import type { Session } from '../connection/session.ts'
import { type BatchRow, batchOf } from './batch-rows.ts'

type OpenRow = Pick<BatchRow, 'id' | 'request' | 'state' | 'created_at' | 'first_url'>

const OPEN = `
  SELECT id, request, state, created_at, first_url FROM batches WHERE has_open_sources AND state IN ('running', 'paused')
  ORDER BY num DESC`

/** The batches whose sources are not read to the end, the newest first. */
export async function openBatches(session: Session): Promise<Batch[]> {
  return (await session.query<OpenRow>(OPEN)).map(batchOf)
}
