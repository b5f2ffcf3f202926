import type { Log } from '#shared/log.ts'
import { type Completion, type Discover, parseInspectionId } from '../../../frontier/frontier.ts'
import type { Answer, PartReport } from '../../../shards/commands.ts'
import type { IntakeRecord, ShardPositions, ShardStore } from '../../../shards/shard-store.ts'
import type { SiteStore } from '../../../site/finish/site-store.ts'
import type { Database } from '../../disk/disk-guard.ts'
import { withDiskFullErrors } from '../../disk/disk-guard.ts'
import { makeSweep } from '../cleanup.ts'
import { extendLeases } from '../recovery.ts'
import { sqliteSiteStore } from '../site/sqlite-site-store.ts'
import { placeOf } from '../statements/schema.ts'
import { type ApplyOptions, applyRecord, completeAll } from './apply.ts'
import { homeQuestions } from './home-questions.ts'
import { partQuestions, reportOf } from './part-questions.ts'
import { makeDispatches } from './shard-dispatches.ts'
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
  const { changed: stateChanged, ...dispatches } = makeDispatches({ tables, database, leaseMs, onPart })
  /** Runs work that may change what there is to dispatch. */
  const change = async <T>(work: () => T, isHeld = false): Promise<T> => {
    const value = await database.write(work)
    stateChanged(isHeld)
    return value
  }
  return {
    shard,
    sites: sqliteSiteStore({ database, tables: tables.items }),
    positions,
    apply: (records) => change(() => applyAll(applying, records), records.some(holdsItems)),
    complete: (completions, now) => change(() => completeAll(applying, completions, now)),
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
    takeReports: () => takeReports(tables, changed),
    ...dispatches,
    takeUnusedQuotas: () => database.write(() => tables.items.quotaShares.takeUnused()),
    async sweep(now) {
      const swept = await database.write(() => sweep(now))
      if (swept.hasReadyQueues) stateChanged(false)
      return swept
    },
  }
}

/** Items that were not dispatched here are in flight from then on. */
const holdsItems = ({ command }: IntakeRecord) => command?.kind === 'expire'

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
