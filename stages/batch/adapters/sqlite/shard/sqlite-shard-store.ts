import type { Log } from '#shared/log.ts'
import {
  type Completion,
  type Discover,
  type Dispatch,
  parseInspectionId,
} from '../../../frontier/frontier.ts'
import type { Answer, PartReport } from '../../../shards/commands.ts'
import type { IntakeRecord, ShardPositions, ShardStore } from '../../../shards/shard-store.ts'
import type { SiteStore } from '../../../site/finish/site-store.ts'
import type { Database } from '../../disk/disk-guard.ts'
import { withDiskFullErrors } from '../../disk/disk-guard.ts'
import { makeSweep } from '../cleanup.ts'
import { makeDispatchQueue, toDispatches } from '../dispatch.ts'
import { extendLeases } from '../recovery.ts'
import { sqliteSiteStore } from '../site/sqlite-site-store.ts'
import { EXTERNAL_PRODUCERS, placeOf } from '../statements/schema.ts'
import { placeOfId } from '../tables.ts'
import { type ApplyOptions, applyRecord, completeAll } from './apply.ts'
import { homeQuestions } from './home-questions.ts'
import { partQuestions, reportOf } from './part-questions.ts'
import { openShardTables, type ShardTables, type ShardTablesOptions } from './shard-tables.ts'

export interface ShardStoreOptions extends ShardTablesOptions {
  /** The caller closes it. */
  readonly database: Database
  readonly discover: Discover
  /** Milliseconds from the first dispatch of an item to its next one, if it is not completed before. */
  readonly leaseMs: number
  /** How long a batch is kept after its end, in milliseconds. */
  readonly retentionMs: number
  readonly logger: Log
}

/** The state of a shard, with what the check of the sites of its crawls stores. */
export interface ShardWithSites extends ShardStore {
  readonly sites: SiteStore
}

const noFiles = { remove: () => undefined }

/** Opens the state of a shard as the last process left it. */
export async function openShardStore(options: ShardStoreOptions): Promise<ShardWithSites> {
  const { shard, leaseMs } = options
  const database = withDiskFullErrors(options.database)
  const tables = openShardTables(database.db, options)
  await database.write(() => extendLeases(tables.items, leaseMs))
  const changed = new Set(tables.parts.unfinished())
  const onPart = (id: string) => void changed.add(id)
  const sweep = makeSweep({ tables: tables.items, files: noFiles, logger: options.logger })
  const { positions } = tables.inputs
  const applying: ApplyOptions = { ...options, tables, onPart }
  return {
    shard,
    sites: sqliteSiteStore({ database, tables: tables.items }),
    positions,
    apply: (records) => database.write(() => applyAll(applying, records)),
    complete: (completions, now) => database.write(() => completeAll(applying, completions, now)),
    async reposition(given) {
      await database.write(() => reposition(tables, given))
      for (const id of tables.parts.unfinished()) onPart(id)
    },
    awaited: (ids) => new Set(ids.filter((id) => isAwaited(tables, id))),
    ...homeQuestions(tables),
    ...partQuestions(tables),
    forgetObjects: (objects) => database.write(() => objects.forEach(tables.segments.forget)),
    forgetLines: (id, last) =>
      database.write(() => {
        const row = tables.items.batches.get(id)
        if (row !== null && tables.parts.get(row.num) !== null) tables.parts.forget(row.num, last)
      }),
    hasUnfinished: () => tables.homes.hasUnfinished() || tables.parts.hasUnfinished(),
    takeReports: () => takeReports(tables, changed),
    ...dispatches(tables, database, leaseMs, onPart),
    takeUnusedQuotas: () => database.write(() => tables.items.quotaShares.takeUnused()),
    sweep: (now) => database.write(() => sweep(now)),
  }
}

function applyAll(options: ApplyOptions, records: readonly IntakeRecord[]): Answer[] {
  const { inputs } = options.tables
  return records.map((record) => {
    const position = record.offset + 1
    if (record.offset < inputs.positions().intake) return { position, wasAdded: [], isKnown: true }
    const applied = applyRecord(options, record)
    inputs.set('intake', position)
    return { position, ...applied }
  })
}

function reposition({ inputs, homeParts }: ShardTables, { intake, ended }: Partial<ShardPositions>): void {
  if (intake !== undefined) {
    inputs.set('intake', intake)
    homeParts.forgetPositions()
  }
  if (ended !== undefined) inputs.set('ended', ended)
}

/** Whether the inspection is an item of a batch here, or a deferred request, that has not ended. */
function isAwaited({ items }: ShardTables, id: Completion['id']): boolean {
  const request = items.deferred.get(id)
  if (request !== null && request.ended_at === null) return true
  const named = parseInspectionId(id)
  const row = named && items.batches.get(named.batch)
  return row !== null && named !== null && items.items.get(placeOf(row.num, named.seq)) !== null
}

function takeReports(tables: ShardTables, changed: Set<string>): PartReport[] {
  const ids = [...changed]
  changed.clear()
  return ids.map((id) => reportOf(tables, id))
}

/** Stands for deferred requests among the ids of batches. */
const DEFERRED = ''

type DispatchMethods = Pick<
  ShardStore,
  'countInFlight' | 'dispatchExpired' | 'dispatchable' | 'dispatchOf' | 'inFlight'
>

function dispatches(
  tables: ShardTables,
  database: Database,
  leaseMs: number,
  onPart: (id: string) => void,
): DispatchMethods {
  const queue = makeDispatchQueue(tables.items, leaseMs)

  async function leased(take: (now: number) => Dispatch[]): Promise<Dispatch[]> {
    const found = await database.write(() => take(Date.now()))
    for (const one of found) if ('item' in one) onPart(one.item.batch)
    return found
  }

  return {
    countInFlight: () => tables.items.items.countInFlight(),
    dispatchExpired: (limit) => leased((now) => queue.takeExpired(limit, now)),
    dispatchable: (limit) =>
      queue
        .ready(limit)
        .map((num) =>
          num === EXTERNAL_PRODUCERS ? DEFERRED : (tables.items.batches.byNum(num)?.id as string),
        ),
    dispatchOf: (batch, limit) =>
      leased((now) => {
        const num = batch === DEFERRED ? EXTERNAL_PRODUCERS : tables.items.batches.get(batch)?.num
        return num === undefined ? [] : queue.takeOf(num, limit, now)
      }),
    inFlight: (after, limit) =>
      toDispatches(
        tables.items,
        tables.items.items.inFlight(after === null ? 0 : placeOfId(tables.items, after), limit),
      ),
  }
}
