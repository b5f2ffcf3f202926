import type { DatabaseSync } from 'node:sqlite'
import { type BatchRow, leftover } from '../statements/batches.ts'
import { OWNER } from '../statements/schema.ts'

/** What reports need of a batch. In a shard, its home says what it is, and its row in `batches` what was gathered. */
export interface SiteBatch
  extends Pick<BatchRow, 'id' | 'request' | 'state' | 'created_at' | 'finished_at' | 'site_state'>,
    Pick<BatchRow, 'lines' | 'scouts' | 'scouts_waiting' | 'scouts_running'> {
  /** Number of what was gathered; 0 = there are no items here. */
  readonly num: number
  /** 1: it has ended, and no result is gathered any more. */
  readonly has_all: number
}

interface SiteBatchQueries {
  readonly select: string
  /** Which of them can be seen. */
  readonly visible: string
  /** The table with the state of the check. */
  readonly table: 'batches' | 'homes'
  readonly owner: string
  /** A number that is higher for newer batches. */
  readonly order: string
}

const gathered = ['lines', 'scouts', 'scouts_waiting', 'scouts_running'] as const
const own = ['id', 'request', 'state', 'created_at', 'finished_at', 'site_state'] as const

const ofFrontier: SiteBatchQueries = {
  select: `SELECT num, ${[...own, ...gathered].join(', ')}, finished_at IS NOT NULL AS has_all FROM batches`,
  visible: `batches.leftovers < ${leftover.all}`,
  table: 'batches',
  owner: OWNER,
  order: 'num',
}

/** A cancelled batch has ended before its items are told. */
const ofShard: SiteBatchQueries = {
  select: `
    SELECT ${own.map((name) => `homes.${name}`).join(', ')}, ifnull(part.num, 0) AS num,
      ${gathered.map((name) => `ifnull(part.${name}, 0) AS ${name}`).join(', ')},
      homes.state = 'finished' OR (homes.finished_at IS NOT NULL AND (part.num IS NULL OR part.finished_at IS NOT NULL))
        AS has_all
    FROM homes LEFT JOIN batches AS part ON part.id = homes.id AND part.leftovers < ${leftover.all}`,
  visible: "homes.state <> 'gone'",
  table: 'homes',
  owner: 'owner',
  order: 'place',
}

/** Owners of which a crawl is named at a time. */
const SOME = 100

/** Returns the function that finds a batch in the file of a frontier or of a shard. */
export function findSiteBatch(db: DatabaseSync): (id: string) => SiteBatch | null {
  const { select, visible, table } = queriesOf(db)
  const find = db.prepare(`${select} WHERE ${visible} AND ${table}.id = ?`)
  return (id) => (find.get(id) as unknown as SiteBatch | undefined) ?? null
}

/** Prepares the statements on how far the check of a site is, in the file of a frontier or of a shard. */
export function siteBatches(db: DatabaseSync) {
  const { select, visible, table, owner, order } = queriesOf(db)
  const unpublished = db.prepare(`
    ${select} WHERE has_all AND ${table}.${order} IN (
      SELECT min(${order}) FROM ${table}
      WHERE site_state < 4 AND finished_at IS NOT NULL AND request ->> 'crawl' IS NOT NULL AND ${visible}
      GROUP BY ${owner})
    ORDER BY ${table}.finished_at LIMIT ${SOME}`)
  const setState = db.prepare(`UPDATE ${table} SET site_state = ? WHERE id = ?`)
  return {
    get: findSiteBatch(db),
    /** The oldest crawl of each owner that has ended, and whose report has not been published as complete. */
    unpublished: () => unpublished.all() as unknown as SiteBatch[],
    setState: (id: string, state: number) => void setState.run(state, id),
  }
}

function queriesOf(db: DatabaseSync): SiteBatchQueries {
  const homes = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'homes'").get()
  return homes === undefined ? ofFrontier : ofShard
}
