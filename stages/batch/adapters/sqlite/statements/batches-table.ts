import type { DatabaseSync } from 'node:sqlite'
import type { BatchState, BatchStatus, BatchSummary, NewBatch, RejectedLine } from '#shared/ports/batches.ts'
import type { Batch } from '../../../frontier/frontier.ts'

/** What a sweep has to remove: what waits (it was dropped), all of a batch that has ended, or one that never was. */
export const leftover = { nothing: 0, waiting: 1, work: 2, all: 3 } as const

/** A batch that was begun and not launched is seen by nobody. */
type StoredState = BatchState | 'begun'

/** A row of `batches`: loaded, changed and saved within one write. */
export interface BatchRow {
  readonly num: number
  readonly id: string
  readonly request: string
  state: StoredState
  is_open: number
  is_dropped: number
  readonly created_at: number
  finished_at: number | null
  readonly expires_at: number | null
  readonly most_pages: number | null
  accepted: number
  rejected: number
  waiting: number
  running: number
  done: number
  failed: number
  scouts: number
  scouts_waiting: number
  scouts_running: number
  seq: number
  lines: number
  length: number
  marked: number
  leftovers: number
}

/** The statements over `batches`. */
export interface BatchesTable {
  insert(batch: Batch): void
  /** Null also for a batch that is being forgotten. */
  get(id: string): BatchRow | null
  byNum(num: number): BatchRow | null
  save(row: BatchRow): void
  /**
   * Batches of a kind, a few at a time: those before a number, or, where a kind is one of time, before that, in milliseconds
   * since the epoch.
   */
  some(kind: keyof typeof kinds, before: number): BatchRow[]
  remove(num: number): void
}

const kinds = {
  open: "is_open = 1 AND state IN ('running', 'paused') AND num < ? ORDER BY num DESC",
  begun: `state = 'begun' AND leftovers = ${leftover.nothing} AND num < ? ORDER BY num DESC`,
  unfinished: 'finished_at IS NULL AND num < ? ORDER BY num DESC',
  toSweep: 'leftovers > 0 AND num < ? ORDER BY num DESC',
  toExpire: `finished_at IS NULL AND is_dropped = 0 AND leftovers = ${leftover.nothing} AND expires_at < ? ORDER BY expires_at`,
  toForget: `finished_at < ? AND leftovers = ${leftover.nothing} ORDER BY finished_at`,
} as const

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
] as const satisfies readonly (keyof BatchRow)[]

const MINUTE_MS = 60_000
const SOME = 100

export function batchesTable(db: DatabaseSync): BatchesTable {
  const insert = db.prepare(`
    INSERT INTO batches (id, request, state, created_at, expires_at, most_pages)
    VALUES ($id, $request, 'begun', $created_at, $expires_at, $most_pages)`)
  const byId = db.prepare(`SELECT * FROM batches WHERE id = ? AND leftovers < ${leftover.all}`)
  const byNum = db.prepare('SELECT * FROM batches WHERE num = ?')
  const update = db.prepare(
    `UPDATE batches SET ${changing.map((name) => `${name} = $${name}`).join(', ')} WHERE num = $num`,
  )
  update.setAllowUnknownNamedParameters(true)
  const some = mapValues(kinds, (condition) =>
    db.prepare(`SELECT * FROM batches WHERE ${condition} LIMIT ${SOME}`),
  )
  const remove = db.prepare('DELETE FROM batches WHERE num = ?')
  return {
    insert: (batch) => void insert.run(newRow(batch)),
    get: (id) => rowOf(byId.get(id)),
    byNum: (num) => rowOf(byNum.get(num)),
    save: (row) => void update.run({ ...row }),
    some: (kind, before) => some[kind].all(before) as unknown as BatchRow[],
    remove: (num) => void remove.run(num),
  }
}

function newRow({ id, createdAt, state: _, ...asked }: Batch) {
  const { maxMinutes = null, maxPages = null } = asked.crawl ?? {}
  return {
    id,
    request: JSON.stringify(asked satisfies NewBatch),
    created_at: createdAt,
    expires_at: maxMinutes === null ? null : createdAt + maxMinutes * MINUTE_MS,
    most_pages: maxPages,
  }
}

export function batchOf(row: BatchRow): Batch {
  return { ...requestOf(row), id: row.id, state: stateOf(row), createdAt: row.created_at }
}

/** Batches of former versions have no owner. */
function requestOf({ request }: BatchRow): NewBatch {
  return { owner: null, ...(JSON.parse(request) as Omit<NewBatch, 'owner'>) }
}

export function statusOf(row: BatchRow, rejected: readonly RejectedLine[]): BatchStatus {
  return { ...summaryOf(row), rejected }
}

/** What a list tells is read without the request, which may be long. */
export const summaryColumns = [
  'id',
  'state',
  ...counted,
  'created_at',
  'finished_at',
] as const satisfies readonly (keyof BatchRow)[]

export function summaryOf(row: Pick<BatchRow, (typeof summaryColumns)[number]>): BatchSummary {
  return {
    id: row.id,
    state: stateOf(row),
    counts: {
      accepted: row.accepted,
      rejected: row.rejected,
      waiting: row.waiting,
      running: row.running,
      done: row.done,
      failed: row.failed,
    },
    createdAt: new Date(row.created_at).toISOString(),
    finishedAt: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
  }
}

/** One whose beginning is still being taken in runs, for whoever asks. */
function stateOf({ state }: Pick<BatchRow, 'state'>): BatchState {
  return state === 'begun' ? 'running' : state
}

function rowOf(row: unknown): BatchRow | null {
  return (row as BatchRow | undefined) ?? null
}

function mapValues<K extends string, A, B>(
  record: Readonly<Record<K, A>>,
  map: (value: A) => B,
): Record<K, B> {
  const entries = Object.entries<A>(record).map(([name, value]) => [name, map(value)])
  return Object.fromEntries(entries) as Record<K, B>
}
