import type { BatchStatus } from '#shared/ports/batches.ts'
import type { RecordedItem } from '#shared/store/batch-items.ts'
import { discardBatch, notifyChange, setState, startBatch } from '../../frontier/decisions/batch-counts.ts'
import type { Frontier, LineGroup } from '../../frontier/frontier.ts'
import type { FrontierOptions } from '../../frontier/frontier-options.ts'
import { linesFrom } from '../../frontier/line-group.ts'
import { DISPATCHABLE } from '../../notifier.ts'
import type { Database } from '../disk/disk-guard.ts'
import type { ResultFiles } from '../disk/result-files.ts'
import { completeItems } from './complete.ts'
import { makeDispatchQueue, toDispatches } from './dispatch.ts'
import { deferRequests, insertItems, insertLines, type LinesSlice, rejectLines } from './intake.ts'
import { type BatchRow, batchOf, summaryOfBatch } from './statements/batches.ts'
import { dropAll, hostsOf, placeOfId, saveBatch, type Tables } from './tables.ts'

export interface SqliteFrontierOptions
  extends Pick<FrontierOptions, 'discover' | 'window' | 'leaseMs' | 'notifier'> {
  /** The caller closes it. */
  readonly database: Database
  readonly tables: Tables
  readonly files: ResultFiles
  /** As that of `Durability`. The log may forget a result or a deferred request only after that. */
  synced(): Promise<void>
}

/** How long one write may block the event loop. */
const SLICE_MS = 2

type SubmissionMethods = Pick<Frontier, 'create' | 'addLines' | 'add' | 'start' | 'closeSources' | 'discard'>
type DispatchMethods = Pick<Frontier, 'dispatch' | 'appended' | 'inFlight' | 'defer' | 'complete'>

/** Makes the frontier on one SQLite file. */
export function sqliteFrontier(options: SqliteFrontierOptions): Frontier {
  const { tables } = options
  const change = makeChange(options)
  return {
    ...submissionMethods(options, change),
    ...dispatchMethods(options),
    takeUnusedQuotas: () => options.database.write(() => tables.quotaShares.takeUnused()),
    async openBatches() {
      return tables.batches.all('open').map(batchOf).toArray()
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
      await change(id, (row) => setState(row, state, () => dropAll(tables, row)))
      return readStatus(tables, id)
    },
  }
}

type Change = <T>(id: string, work: (row: BatchRow) => T) => Promise<T | null>

/** Changes a batch in one write. Resolves to null when there is no such batch. */
function makeChange({ database, tables, notifier }: SqliteFrontierOptions): Change {
  return async (id, work) => {
    const changed = await database.write(() => {
      const row = tables.batches.get(id)
      if (row === null) return null
      const value = work(row)
      saveBatch(tables, row, Date.now())
      return { value, row }
    })
    notifyChange(notifier, id, changed?.row)
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
      if (batch.state === 'open') await synced()
    },
    async addLines(id, group) {
      const stored = await addLines(change, tables, id, group)
      if (stored?.isOpen) await synced()
      return stored && { accepted: stored.accepted, rejected: stored.rejected, next: stored.next }
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
    async start(id, isOpen) {
      await change(id, (row) => {
        if (startBatch(row, isOpen)) tables.quotaShares.insert(row.num, batchOf(row))
      })
      await synced()
    },
    async closeSources(id, rejected, more) {
      await change(id, (row) => {
        if (row.is_open === 0) return
        rejectLines(tables, row, rejected)
        row.rejected += more
        row.is_open = 0
      })
    },
    async discard(id) {
      await change(id, discardBatch)
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
        return { taking: null, dispatches: [...due, ...queue.take(room, now)] }
      }),
    // A start dispatches all items in flight again.
    async appended() {},
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
      const items: RecordedItem[] = []
      for (let left = endings; left.length > 0; ) {
        const { count, changed, ended } = await database.write(() =>
          completeItems(options, left, Date.now(), SLICE_MS),
        )
        for (const subject of [...changed, DISPATCHABLE]) notifier.notify(subject)
        items.push(...ended)
        left = left.slice(count)
      }
      await synced()
      return items
    },
  }
}

/** Adds the lines of a group in as many writes as they take. */
async function addLines(
  change: Change,
  tables: Tables,
  id: string,
  group: LineGroup,
): Promise<LinesSlice | null> {
  let [accepted, rejected, left] = [0, 0, group]
  for (;;) {
    const slice = await change(id, (row) => insertLines(tables, row, left, SLICE_MS, Date.now()))
    if (slice === null) return null
    accepted += slice.accepted
    rejected += slice.rejected
    if (!slice.hasMore) return { ...slice, accepted, rejected }
    left = linesFrom(left, slice.next)
  }
}

function readStatus(tables: Tables, id: string, hosts = 0): BatchStatus | null {
  const row = tables.batches.get(id)
  if (row === null) return null
  const status = { ...summaryOfBatch(row), rejected: tables.rejections.all(row.num) }
  return hosts === 0 ? status : { ...status, hosts: hostsOf(tables, row, hosts) }
}
