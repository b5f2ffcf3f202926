import type { BatchState, BatchStatus, RejectedLine } from '#shared/ports/batches.ts'
import type { Discover, Frontier } from '../frontier.ts'
import { itemNamed } from '../inspection-id.ts'
import type { Signal } from '../signal.ts'
import { addItems } from './adding.ts'
import { type BatchesTable, type BatchRow, batchOf, leftover, statusOf } from './batches-table.ts'
import { deferAll } from './deferring.ts'
import { endSome } from './ending.ts'
import { makeReleasing, releasesOf } from './releasing.ts'
import type { ResultFiles } from './result-files.ts'
import { type Database, FEEDERS, placeOf } from './schema.ts'
import { abandon, settle, type Tables } from './tables.ts'

export interface SqliteFrontierOptions {
  /** Stays the caller's. */
  readonly database: Database
  readonly tables: Tables
  readonly files: ResultFiles
  readonly discover: Discover
  /** Items of all batches that may be under way. */
  readonly window: number
  /** How long an item's first release may take to its ending before it is released again, in milliseconds. */
  readonly leaseMs: number
  /** Is woken for `RELEASE` when there may be something to release, and for a batch's id when it has new lines or ended. */
  readonly signal: Signal
  /** Resolves once what was committed is on the disk itself: the log forgets an ending or what was laid by after that. */
  settled(): Promise<void>
}

/** So long the event loop may wait for one write. */
const SLICE_MS = 2

/** Subject of the signal that there may be something to release. */
export const RELEASE = ' release'

type Intake = Pick<Frontier, 'begin' | 'add' | 'reject' | 'launch' | 'exhausted' | 'discard'>
type Flow = Pick<Frontier, 'release' | 'unfinished' | 'defer' | 'end'>

/** The frontier in one SQLite file. */
export function sqliteFrontier(options: SqliteFrontierOptions): Frontier {
  const { tables } = options
  const change = changing(options)
  return {
    ...intake(options, change),
    ...flow(options),
    unneeded: () => options.database.write(() => tables.shares.takeUnneeded()),
    async open() {
      return allOpen(tables.batches).map(batchOf)
    },
    async batch(id) {
      const row = tables.batches.get(id)
      return row && batchOf(row)
    },
    async status(id, hosts = 0) {
      return readStatus(tables, id, hosts)
    },
    async list(listing) {
      return tables.list(listing)
    },
    async setState(id, state) {
      await change(id, (row) => setState(tables, row, state))
      return readStatus(tables, id)
    },
  }
}

type Change = <T>(id: string, work: (row: BatchRow) => T) => Promise<T | null>

/** Changes a batch in one write; null when there is none. */
function changing({ database, tables, signal }: SqliteFrontierOptions): Change {
  return async (id, work) => {
    const changed = await database.write(() => {
      const row = tables.batches.get(id)
      if (row === null) return null
      const value = work(row)
      settle(tables, row, Date.now())
      return { value, hasNews: row.state === 'running' || row.state === 'cancelled' }
    })
    signal.wake(id)
    if (changed?.hasNews) signal.wake(RELEASE)
    return changed?.value ?? null
  }
}

function intake({ database, tables, settled }: SqliteFrontierOptions, change: Change): Intake {
  return {
    async begin(batch) {
      await database.write(() => tables.batches.insert(batch))
    },
    async add(id, items) {
      const taken: boolean[] = []
      while (taken.length < items.length) {
        const left = items.slice(taken.length)
        const some = await change(id, (row) => addItems(tables, row, left, SLICE_MS))
        taken.push(...(some ?? left.map(() => false)))
      }
      return taken
    },
    async reject(id, lines) {
      await change(id, (row) => reject(tables, row, lines))
    },
    async launch(id, isOpen) {
      await change(id, (row) => launch(tables, row, isOpen))
      await settled()
    },
    async exhausted(id, rejected, more) {
      await change(id, (row) => {
        reject(tables, row, rejected)
        row.rejected += more
        row.is_open = 0
      })
    },
    async discard(id) {
      await change(id, discard)
    },
  }
}

function flow(options: SqliteFrontierOptions): Flow {
  const { database, tables, signal, window, leaseMs, settled } = options
  const releasing = makeReleasing(tables, leaseMs)
  return {
    release: (limit) =>
      database.write(() => {
        const now = Date.now()
        const due = releasing.takeDue(limit, now)
        const room = Math.min(limit - due.length, window - tables.items.countUnderWay())
        return [...due, ...releasing.take(room, now)]
      }),
    async unfinished(after, limit) {
      const place = after === null ? 0 : placeNamed(tables, after)
      return releasesOf(tables, tables.items.underWay(place, limit))
    },
    async defer(records) {
      await database.write(() => deferAll(tables, records, Date.now()))
      signal.wake(RELEASE)
      await settled()
    },
    async end(endings) {
      for (let left = endings; left.length > 0; ) {
        const { count, changed } = await database.write(() => endSome(options, left, Date.now(), SLICE_MS))
        for (const subject of [...changed, RELEASE]) signal.wake(subject)
        left = left.slice(count)
      }
      await settled()
    },
  }
}

function reject({ rejections }: Tables, row: BatchRow, lines: readonly RejectedLine[]): void {
  rejections.insert(row.num, row.rejected, lines)
  row.rejected += lines.length
}

function launch({ shares }: Tables, row: BatchRow, isOpen: boolean): void {
  if (row.state !== 'begun') return
  shares.insert(row.num, batchOf(row))
  row.state = 'running'
  row.is_open = isOpen ? 1 : 0
}

/** Nobody sees it from then on. */
function discard(row: BatchRow): void {
  if (row.state === 'begun') row.leftovers = leftover.all
}

function setState(tables: Tables, row: BatchRow, state: Exclude<BatchState, 'finished'>): void {
  if (row.state !== 'running' && row.state !== 'paused') return
  row.state = state
  if (state === 'cancelled') abandon(tables, row)
}

function readStatus({ batches, rejections, queues }: Tables, id: string, hosts = 0): BatchStatus | null {
  const row = batches.get(id)
  if (row === null) return null
  const status = statusOf(row, rejections.all(row.num))
  if (hosts === 0) return status
  // The items of a batch that was dropped are removed bit by bit: their queues still count them.
  const found = row.is_dropped === 1 ? queues.runningOut(row.num, hosts) : queues.longest(row.num, hosts)
  return { ...status, hosts: found }
}

function allOpen(batches: BatchesTable): BatchRow[] {
  const found: BatchRow[] = []
  let page = batches.some('open', Number.MAX_SAFE_INTEGER)
  while (page.length > 0) {
    found.push(...page)
    page = batches.some('open', (page.at(-1) as BatchRow).num)
  }
  return found
}

/** Where an id of `unfinished` stands, whether it has ended since or not. */
function placeNamed({ batches, deferred }: Tables, id: string): number {
  const named = itemNamed(id)
  const row = named && batches.get(named.batch)
  if (row !== null && named !== null) return placeOf(row.num, named.seq)
  return placeOf(FEEDERS, deferred.get(id)?.place ?? 0)
}
