import type { DatabaseSync } from 'node:sqlite'
import {
  type BatchCounts,
  type BatchListing,
  type BatchState,
  batchStates,
  type NewBatch,
} from '#shared/ports/batches.ts'
import type { Batch } from '../../../frontier/frontier.ts'
import type { Phase } from '../../../shards/commands.ts'
import { withFirstUrl } from '../statements/batches.ts'
import { rejectionsTable } from '../statements/results.ts'

/** A batch that is being submitted is `begun`; one that is to be removed is `gone`. */
export type HomeState = BatchState | 'begun' | 'gone'

/** A row of `homes`. It is loaded, changed and saved within one write. */
export interface HomeRow {
  readonly num: number
  readonly id: string
  /** Newer batches have higher places, over all shards. */
  readonly place: number
  readonly request: string
  state: HomeState
  /** What the shards with its items have to know; null = nothing yet. */
  phase: Phase | null
  version: number
  is_open: number
  readonly created_at: number
  kept_at: number
  finished_at: number | null
  rejected: number
  lines: number
}

/** The counts of a batch over all shards, and what its end depends on. */
export interface HomeTotals extends Omit<BatchCounts, 'rejected'> {
  readonly open: number
  readonly lines: number
  readonly numbered: number
  /** Shards whose report is older than the last item that was added. */
  readonly behind: number
}

const changing = [
  'state',
  'phase',
  'version',
  'is_open',
  'kept_at',
  'finished_at',
  'rejected',
  'lines',
] as const satisfies readonly (keyof HomeRow)[]

/** Places of one millisecond: as many shards may create a batch in it without a tie. */
const PLACES_A_MS = 1024
const SOME = 100

/** Prepares the statements on `homes` and the rejected lines of these batches. */
export function homesTable(db: DatabaseSync, shard: number) {
  const insert = db.prepare(`
    INSERT OR IGNORE INTO homes (id, place, request, owner, state, created_at, kept_at)
    VALUES ($id, $place, $request, $owner, 'begun', $created_at, $kept_at)`)
  const highest = db.prepare('SELECT max(place) AS place FROM homes')
  const byId = db.prepare('SELECT * FROM homes WHERE id = ?')
  const update = db.prepare(
    `UPDATE homes SET ${changing.map((name) => `${name} = $${name}`).join(', ')} WHERE num = $num`,
  )
  update.setAllowUnknownNamedParameters(true)
  const remove = db.prepare('DELETE FROM homes WHERE num = ?')
  const setRequest = db.prepare('UPDATE homes SET request = ? WHERE num = ?')
  const open = db.prepare(
    `SELECT * FROM homes WHERE is_open = 1 AND state IN ('running', 'paused') ORDER BY place DESC`,
  )
  const begun = db.prepare(`SELECT * FROM homes WHERE state = 'begun' AND kept_at < ? LIMIT ${SOME}`)
  const ended = db.prepare(
    `SELECT * FROM homes WHERE finished_at < ? AND state <> 'gone' ORDER BY finished_at LIMIT ${SOME}`,
  )

  /** Higher than all places so far, also when the clock was set back. */
  function newPlace(createdAt: number): number {
    const last = (highest.get()?.place as number | null) ?? 0
    const slot = Math.max(createdAt, Math.floor(last / PLACES_A_MS) + 1)
    return slot * PLACES_A_MS + shard
  }

  return {
    rejections: rejectionsTable(db, 'home_rejections'),
    list: listHomes(db),
    insert({ id, createdAt, state: _, ...asked }: Batch, now: number): void {
      const request = JSON.stringify(asked satisfies NewBatch)
      const { owner } = asked
      insert.run({ id, place: newPlace(createdAt), request, owner, created_at: createdAt, kept_at: now })
    },
    get: (id: string) => (byId.get(id) as unknown as HomeRow | undefined) ?? null,
    save: (row: HomeRow) => void update.run({ ...row }),
    setFirstUrl: ({ num, request }: HomeRow, url: string) =>
      void setRequest.run(withFirstUrl(request, url), num),
    remove: (num: number) => void remove.run(num),
    open: () => open.all() as unknown as HomeRow[],
    /** Some batches whose submission was last known to go on before that time. */
    begun: (before: number) => begun.all(before) as unknown as HomeRow[],
    /** Some batches that ended before that time. */
    endedBefore: (time: number) => ended.all(time) as unknown as HomeRow[],
  }
}

/** The returned function returns batches that an owner may see, the newest first. */
function listHomes(db: DatabaseSync): (listing: BatchListing) => HomeRow[] {
  const any = db.prepare(pageOf(batchStates))
  const inState = new Map(batchStates.map((state) => [state, db.prepare(pageOf([state]))]))
  return ({ owner, state, limit, after }) => {
    const statement = (state && inState.get(state)) ?? any
    return statement.all({ owner, before: after ?? Number.MAX_SAFE_INTEGER, limit }) as unknown as HomeRow[]
  }
}

/** Each part is in the order of the index, and SQLite merges them: a page costs the same for any number of batches. */
function pageOf(states: readonly BatchState[]): string {
  const parts = states.flatMap((state) =>
    ['= $owner', 'IS NULL'].map(
      (owner) => `SELECT * FROM homes WHERE owner ${owner} AND state = '${state}' AND place < $before`,
    ),
  )
  return `${parts.join(' UNION ALL ')} ORDER BY place DESC LIMIT $limit`
}

/** Converts a row to its batch. */
export function homeBatch(row: HomeRow): Batch {
  const request: NewBatch = JSON.parse(row.request)
  return { ...request, id: row.id, state: stateOf(row), createdAt: row.created_at }
}

/** A batch whose lines are still being read appears as running. */
function stateOf({ state }: Pick<HomeRow, 'state'>): BatchState {
  return state === 'begun' ? 'running' : state === 'gone' ? 'finished' : state
}
