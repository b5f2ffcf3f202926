import type { DatabaseSync } from 'node:sqlite'
import { leftover } from '../../../frontier/decisions/batch-counts.ts'
import { MOST_OWNERS } from '../../../frontier/decisions/bounds.ts'
import type { BatchRow } from '../statements/batches.ts'
import { OWNER } from '../statements/schema.ts'

/** What reports need of a batch. */
export interface SiteBatch
  extends Pick<BatchRow, 'id' | 'request' | 'state' | 'created_at' | 'finished_at' | 'site_state'>,
    Pick<BatchRow, 'lines' | 'scouts' | 'scouts_waiting' | 'scouts_running'> {
  /** Number of what was gathered. */
  readonly num: number
  /** 1: it has ended, and no result is gathered any more. */
  readonly has_all: number
}

const gathered = ['lines', 'scouts', 'scouts_waiting', 'scouts_running'] as const
const own = ['id', 'request', 'state', 'created_at', 'finished_at', 'site_state'] as const

const SELECT = `SELECT num, ${[...own, ...gathered].join(', ')}, finished_at IS NOT NULL AS has_all FROM batches`
/** Which of them can be seen. */
const VISIBLE = `leftovers < ${leftover.all}`

/** Returns the function that finds a batch in the file of a frontier. */
export function findSiteBatch(db: DatabaseSync): (id: string) => SiteBatch | null {
  const find = db.prepare(`${SELECT} WHERE ${VISIBLE} AND id = ?`)
  return (id) => (find.get(id) as unknown as SiteBatch | undefined) ?? null
}

/** Prepares the statements on how far the check of a site is, in the file of a frontier. */
export function siteBatches(db: DatabaseSync) {
  const unpublished = db.prepare(`
    ${SELECT} WHERE num IN (
      SELECT min(num) FROM batches
      WHERE site_state < 4 AND finished_at IS NOT NULL AND request ->> 'crawl' IS NOT NULL AND ${VISIBLE}
      GROUP BY ${OWNER})
    ORDER BY finished_at LIMIT ${MOST_OWNERS}`)
  const setState = db.prepare('UPDATE batches SET site_state = ? WHERE id = ?')
  return {
    get: findSiteBatch(db),
    /** The oldest crawl of each owner that has ended, and whose report has not been published as complete. */
    unpublished: () => unpublished.all() as unknown as SiteBatch[],
    setState: (id: string, state: number) => void setState.run(state, id),
  }
}
