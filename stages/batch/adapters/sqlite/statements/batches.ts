import type { DatabaseSync } from 'node:sqlite'
import { batchStates } from '#shared/ports/batch-words.ts'
import type { BatchListing, BatchPage, BatchState, BatchSummary, NewBatch } from '#shared/ports/batches.ts'
import { type BatchCounts, leftover, type StoredState } from '../../../frontier/decisions/batch-counts.ts'
import {
  batchSourceOf,
  pageOf,
  type SummaryRow,
  stateOf,
  summaryOf,
} from '../../../frontier/decisions/batch-summary.ts'
import type { Batch } from '../../../frontier/frontier.ts'
import { OWNER } from './schema.ts'

/** A row of `batches`. It is loaded, changed and saved within one write. */
export interface BatchRow extends BatchCounts {
  readonly request: string
  readonly created_at: number
  readonly expires_at: number | null
  rejected: number
  seq: number
  /** Bytes of the result file, and those of them that the index covers. */
  length: number
  marked: number
  /** See `siteState`. */
  site_state: number
  next_line: number
  lines_added_at: number
}

const kinds = {
  open: "is_open = 1 AND state IN ('running', 'paused') AND num < ? ORDER BY num DESC",
  begun: `state = 'begun' AND leftovers = ${leftover.nothing} AND num < ? ORDER BY num DESC`,
  unfinished: 'finished_at IS NULL AND num < ? ORDER BY num DESC',
  toSweep: 'leftovers > 0 AND num < ? ORDER BY num DESC',
  toExpire: `finished_at IS NULL AND is_dropped = 0 AND leftovers = ${leftover.nothing} AND expires_at < ? ORDER BY expires_at`,
  toAbandon: `state = 'open' AND lines_added_at < ? AND leftovers = ${leftover.nothing} ORDER BY lines_added_at`,
  toForget: `finished_at < ? AND leftovers = ${leftover.nothing} ORDER BY finished_at`,
} as const

type TimedKind = 'toExpire' | 'toAbandon' | 'toForget'

const counted = ['accepted', 'rejected', 'waiting', 'running', 'done', 'failed'] as const

const changing = [
  'state',
  'is_open',
  'is_dropped',
  'finished_at',
  ...counted,
  'scouts',
  'scouts_waiting',
  'scouts_running',
  'seq',
  'lines',
  'length',
  'marked',
  'leftovers',
  'next_line',
  'lines_added_at',
] as const satisfies readonly (keyof BatchRow)[]

const MINUTE_MS = 60_000
const SOME = 100

/** Prepares the statements on `batches`. */
export function batchesTable(db: DatabaseSync) {
  const insert = db.prepare(`
    INSERT INTO batches (id, request, state, created_at, expires_at, most_pages, lines_added_at)
    VALUES ($id, $request, $state, $created_at, $expires_at, $most_pages, $created_at)`)
  const byId = db.prepare(`SELECT * FROM batches WHERE id = ? AND leftovers < ${leftover.all}`)
  const byNum = db.prepare('SELECT * FROM batches WHERE num = ?')
  const update = db.prepare(
    `UPDATE batches SET ${changing.map((name) => `${name} = $${name}`).join(', ')} WHERE num = $num`,
  )
  update.setAllowUnknownNamedParameters(true)
  const some = new Map(
    Object.entries(kinds).map(([kind, condition]) => [
      kind,
      db.prepare(`SELECT * FROM batches WHERE ${condition} LIMIT ${SOME}`),
    ]),
  )
  const remove = db.prepare('DELETE FROM batches WHERE num = ?')
  const setRequest = db.prepare('UPDATE batches SET request = ? WHERE num = ?')

  function readPage(kind: keyof typeof kinds, before: number): BatchRow[] {
    return some.get(kind)?.all(before) as unknown as BatchRow[]
  }

  return {
    insert: (batch: Batch) => void insert.run(newRow(batch)),
    /** Null also for a batch that is being removed. */
    get: (id: string) => rowOf(byId.get(id)),
    byNum: (num: number) => rowOf(byNum.get(num)),
    save: (row: BatchRow) => void update.run({ ...row }),
    /** Returns some batches of a kind: those before a time, in milliseconds since the epoch. */
    someBefore: (kind: TimedKind, time: number) => readPage(kind, time),
    /** All batches of a kind, the newest first. They are read page by page. */
    *all(kind: Exclude<keyof typeof kinds, TimedKind>): Generator<BatchRow, void> {
      let page = readPage(kind, Number.MAX_SAFE_INTEGER)
      while (page.length > 0) {
        yield* page
        page = readPage(kind, (page.at(-1) as BatchRow).num)
      }
    },
    setFirstUrl: ({ num, request }: BatchRow, url: string) =>
      void setRequest.run(withFirstUrl(request, url), num),
    remove: (num: number) => void remove.run(num),
  }
}

function newRow({ id, createdAt, state, ...asked }: Batch) {
  const { maxMinutes = null, maxPages = null } = asked.crawl ?? {}
  return {
    id,
    request: JSON.stringify(asked satisfies NewBatch),
    state: (state === 'open' ? 'open' : 'begun') satisfies StoredState,
    created_at: createdAt,
    expires_at: maxMinutes === null ? null : createdAt + maxMinutes * MINUTE_MS,
    most_pages: maxPages,
  }
}

/** A stored request with the URL of the first accepted line. Versions that do not know it leave it as it is. */
function withFirstUrl(request: string, firstUrl: string): string {
  return JSON.stringify({ ...JSON.parse(request), firstUrl } satisfies Pick<Batch, 'firstUrl'>)
}

/** Converts a row to its batch. */
export function batchOf(row: Pick<BatchRow, 'id' | 'request' | 'state' | 'created_at'>): Batch {
  // Batches of former versions have no owner.
  const request: NewBatch = { owner: null, ...JSON.parse(row.request) }
  return { ...request, id: row.id, state: stateOf(row), createdAt: row.created_at }
}

/** The columns of a list. The request is not among them, since it may be long. */
const summaryColumns = [
  'id',
  'state',
  ...counted,
  'created_at',
  'finished_at',
] as const satisfies readonly (keyof BatchRow)[]

/** What a list has of the requests. */
const REQUEST_COLUMNS = `request ->> 'operation' AS operation,
  CASE WHEN request ->> 'crawl' IS NOT NULL THEN 'crawl'
    WHEN json_array_length(request, '$.sitemaps') > 0 THEN 'sitemaps' ELSE 'urls' END AS source,
  coalesce(request ->> '$.sitemaps[0]', request ->> 'firstUrl') AS firstUrl`

/** The summary of a batch whose row has its request. */
export function summaryOfBatch(row: BatchRow): BatchSummary {
  const batch = batchOf(row)
  return summaryOf({ ...row, ...describe(batch) })
}

/** What a list has of a request. */
function describe(batch: Batch): Pick<BatchSummary, 'operation' | 'source' | 'firstUrl'> {
  const { operation, sitemaps, firstUrl } = batch
  return { operation, source: batchSourceOf(batch), firstUrl: sitemaps[0] ?? firstUrl ?? null }
}

function rowOf(row: unknown): BatchRow | null {
  return (row as BatchRow | undefined) ?? null
}

type ListedRow = SummaryRow & Pick<BatchRow, 'num'>

/**
 * Prepares the statements of a list: one for each state, and one for all states. The returned function returns
 * a page of the batches that an owner may see. `next` is the cursor of the next page.
 */
export function listBatches(db: DatabaseSync): (listing: BatchListing) => BatchPage {
  const any = db.prepare(statementOf(batchStates))
  const inState = new Map(batchStates.map((state) => [state, db.prepare(statementOf([state]))]))
  return ({ owner, state, limit, after }) => {
    const statement = (state && inState.get(state)) ?? any
    const asked = { owner, before: after ?? Number.MAX_SAFE_INTEGER, most: limit + 1 }
    const rows = statement.all(asked) as unknown as ListedRow[]
    return pageOf(rows, limit, summaryOf)
  }
}

/**
 * Each part is in the order of the index, and SQLite merges them: a page costs the same for any number of
 * batches.
 */
function statementOf(states: readonly BatchState[]): string {
  const parts = states.flatMap((state) => [partOf('= $owner', state), partOf('IS NULL', state)])
  return `${parts.join(' UNION ALL ')} ORDER BY num DESC LIMIT $most`
}

function partOf(owner: string, state: BatchState): string {
  return `SELECT num, ${REQUEST_COLUMNS}, ${summaryColumns.join(', ')} FROM batches
    WHERE ${OWNER} ${owner} AND state = '${state}' AND leftovers < ${leftover.all} AND num < $before`
}
