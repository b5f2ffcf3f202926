import type { BatchState, BatchStatus, RejectedLine } from '#shared/ports/batches.ts'
import type { Discover, Frontier } from '../../frontier/frontier.ts'
import { parseInspectionId } from '../../frontier/inspection-id.ts'
import type { Notifier } from '../../notifier.ts'
import type { ResultFiles } from '../disk/result-files.ts'
import { completeItems } from './complete.ts'
import { deferRequests } from './defer-requests.ts'
import { makeDispatchQueue, toDispatches } from './dispatch.ts'
import { insertItems } from './insert-items.ts'
import { type Database, EXTERNAL_PRODUCERS, placeOf } from './schema.ts'
import { type BatchesTable, type BatchRow, batchOf, leftover, statusOf } from './statements/batches-table.ts'
import { dropAll, saveBatch, type Tables } from './tables.ts'

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
  readonly notifier: Notifier
  /** Resolves once what was committed is on the disk itself: the log forgets an ending or what was laid by after that. */
  synced(): Promise<void>
}

/** So long the event loop may wait for one write. */
const SLICE_MS = 2

/** Subject of the signal that there may be something to release. */
export const DISPATCHABLE = ' release'

type SubmissionMethods = Pick<Frontier, 'create' | 'add' | 'reject' | 'start' | 'closeSources' | 'discard'>
type DispatchMethods = Pick<Frontier, 'dispatch' | 'inFlight' | 'defer' | 'complete'>

/** The frontier in one SQLite file. */
export function sqliteFrontier(options: SqliteFrontierOptions): Frontier {
  const { tables } = options
  const change = makeChange(options)
  return {
    ...submissionMethods(options, change),
    ...dispatchMethods(options),
    takeUnusedQuotas: () => options.database.write(() => tables.quotaShares.takeUnused()),
    async openBatches() {
      return readOpenBatches(tables.batches).map(batchOf)
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
function makeChange({ database, tables, notifier }: SqliteFrontierOptions): Change {
  return async (id, work) => {
    const changed = await database.write(() => {
      const row = tables.batches.get(id)
      if (row === null) return null
      const value = work(row)
      saveBatch(tables, row, Date.now())
      return { value, isDispatchable: row.state === 'running' || row.state === 'cancelled' }
    })
    notifier.notify(id)
    if (changed?.isDispatchable) notifier.notify(DISPATCHABLE)
    return changed?.value ?? null
  }
}

function submissionMethods(
  { database, tables, synced }: SqliteFrontierOptions,
  change: Change,
): SubmissionMethods {
  return {
    async create(batch) {
      await database.write(() => tables.batches.insert(batch))
    },
    async add(id, items) {
      const taken: boolean[] = []
      while (taken.length < items.length) {
        const left = items.slice(taken.length)
        const some = await change(id, (row) => insertItems(tables, row, left, SLICE_MS))
        taken.push(...(some ?? left.map(() => false)))
      }
      return taken
    },
    async reject(id, lines) {
      await change(id, (row) => reject(tables, row, lines))
    },
    async start(id, isOpen) {
      await change(id, (row) => launch(tables, row, isOpen))
      await synced()
    },
    async closeSources(id, rejected, more) {
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

function dispatchMethods(options: SqliteFrontierOptions): DispatchMethods {
  const { database, tables, notifier, window, leaseMs, synced } = options
  const queue = makeDispatchQueue(tables, leaseMs)
  return {
    dispatch: (limit) =>
      database.write(() => {
        const now = Date.now()
        const due = queue.takeExpired(limit, now)
        const room = Math.min(limit - due.length, window - tables.items.countInFlight())
        return [...due, ...queue.take(room, now)]
      }),
    async inFlight(after, limit) {
      const place = after === null ? 0 : placeOfId(tables, after)
      return toDispatches(tables, tables.items.inFlight(place, limit))
    },
    async defer(records) {
      await database.write(() => deferRequests(tables, records, Date.now()))
      notifier.notify(DISPATCHABLE)
      await synced()
    },
    async complete(endings) {
      for (let left = endings; left.length > 0; ) {
        const { count, changed } = await database.write(() =>
          completeItems(options, left, Date.now(), SLICE_MS),
        )
        for (const subject of [...changed, DISPATCHABLE]) notifier.notify(subject)
        left = left.slice(count)
      }
      await synced()
    },
  }
}

function reject({ rejections }: Tables, row: BatchRow, lines: readonly RejectedLine[]): void {
  rejections.insert(row.num, row.rejected, lines)
  row.rejected += lines.length
}

function launch({ quotaShares }: Tables, row: BatchRow, isOpen: boolean): void {
  if (row.state !== 'begun') return
  quotaShares.insert(row.num, batchOf(row))
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
  if (state === 'cancelled') dropAll(tables, row)
}

function readStatus({ batches, rejections, queues }: Tables, id: string, hosts = 0): BatchStatus | null {
  const row = batches.get(id)
  if (row === null) return null
  const status = statusOf(row, rejections.all(row.num))
  if (hosts === 0) return status
  // The items of a batch that was dropped are removed bit by bit: their queues still count them.
  const found = row.is_dropped === 1 ? queues.inFlightHosts(row.num, hosts) : queues.longest(row.num, hosts)
  return { ...status, hosts: found }
}

function readOpenBatches(batches: BatchesTable): BatchRow[] {
  const found: BatchRow[] = []
  let page = batches.some('open', Number.MAX_SAFE_INTEGER)
  while (page.length > 0) {
    found.push(...page)
    page = batches.some('open', (page.at(-1) as BatchRow).num)
  }
  return found
}

/** Where an id of `unfinished` stands, whether it has ended since or not. */
function placeOfId({ batches, deferred }: Tables, id: string): number {
  const named = parseInspectionId(id)
  const row = named && batches.get(named.batch)
  if (row !== null && named !== null) return placeOf(row.num, named.seq)
  return placeOf(EXTERNAL_PRODUCERS, deferred.get(id)?.place ?? 0)
}
