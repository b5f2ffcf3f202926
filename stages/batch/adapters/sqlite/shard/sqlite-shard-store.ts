import type { Log } from '#shared/log.ts'
import { type Completion, type Discover, parseInspectionId } from '../../../frontier/frontier.ts'
import type { Answer, Command, PartReport } from '../../../shards/commands.ts'
import type { IntakeRecord, ShardPositions, ShardStore } from '../../../shards/shard-store.ts'
import type { SiteStore } from '../../../site/finish/site-store.ts'
import type { Database } from '../../disk/disk-guard.ts'
import { withDiskFullErrors } from '../../disk/disk-guard.ts'
import { makeSweep, sweepQuestion } from '../cleanup.ts'
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
  const sites = sqliteSiteStore({ database, tables: tables.items })
  return { shard, sites, ...methods({ ...options, database, tables }) }
}

type Methods = Omit<ShardStore, 'shard'>

function methods(options: ShardStoreOptions & { readonly tables: ShardTables }): Methods {
  const { database, tables, leaseMs, logger } = options
  const changed = new Set(tables.parts.unfinished())
  const onPart = (id: string) => void changed.add(id)
  const { changed: stateChanged, ...dispatches } = makeDispatches({ tables, database, leaseMs, onPart })
  const mayBeSwept = sweepQuestion(database.db, tables.items)
  const sweep = makeSweep({ tables: tables.items, files: noFiles, logger })
  const home = homeQuestions(tables)
  const notices = rememberNothing(home.notices)
  const useless = rememberNothing(home.uselessObjects)
  const homeChanged = () => {
    notices.forget()
    useless.forget()
  }
  return {
    ...{ ...home, notices: notices.ask, uselessObjects: useless.ask },
    ...partQuestions(tables),
    ...changes({ ...options, onPart, stateChanged, homeChanged }),
    ...dispatches,
    positions: tables.inputs.positions,
    awaited: (ids) => new Set(ids.filter(makeAwaitedCheck(tables))),
    takeReports: () => takeReports(tables, changed),
    async takeUnusedQuotas() {
      const { hasEnded, takeUnused } = tables.items.quotaShares
      return hasEnded() ? database.write(takeUnused) : []
    },
    async sweep(now) {
      if (!mayBeSwept(now)) return { hasMore: false, hasReadyQueues: false }
      const swept = await database.write(() => sweep(now))
      if (swept.hasReadyQueues) stateChanged(false)
      return swept
    },
  }
}

interface ChangeOptions extends ShardStoreOptions {
  readonly tables: ShardTables
  onPart(id: string): void
  stateChanged(isHeld: boolean): void
  /** A batch whose home the shard is may have changed. */
  homeChanged(): void
}

function changes(
  options: ChangeOptions,
): Pick<Methods, 'apply' | 'complete' | 'reposition' | 'forgetObjects' | 'forgetLines'> {
  const { database, tables, onPart, stateChanged, homeChanged } = options
  return {
    async apply(records) {
      const answers = await database.write(() => applyAll(options, records))
      stateChanged(records.some(holdsItems))
      if (!records.every(isOfItems)) homeChanged()
      return answers
    },
    async complete(completions, now) {
      await database.write(() => completeAll(options, completions, now))
      stateChanged(false)
    },
    async reposition(given) {
      await database.write(() => reposition(tables, given))
      for (const id of tables.parts.unfinished()) onPart(id)
    },
    forgetObjects: (objects) => database.write(() => objects.forEach(tables.segments.forget)),
    forgetLines: (id, last) =>
      database.write(() => {
        const row = tables.items.batches.get(id)
        if (row !== null && tables.parts.get(row.num) !== null) tables.parts.forget(row.num, last)
      }),
  }
}

/** Remembers when nothing is found, until that may have changed: most shards have none. */
function rememberNothing<Rest extends readonly unknown[], T>(
  find: (limit: number, ...rest: Rest) => readonly T[],
): { ask(limit: number, ...rest: Rest): readonly T[]; forget(): void } {
  let mayHave = true
  return {
    ask(limit, ...rest) {
      if (!mayHave) return []
      const found = find(limit, ...rest)
      mayHave = rest.some((after) => after !== undefined) || found.length > 0
      return found
    },
    forget() {
      mayHave = true
    },
  }
}

/** Commands that no home of a batch is about. */
const ofItems = new Set<Command['kind']>(['add', 'phase', 'endings', 'defer'])
const isOfItems = ({ command }: IntakeRecord) => command === null || ofItems.has(command.kind)
/** Items that were not dispatched here are in flight from then on. */
const holdsItems = ({ command }: IntakeRecord) => command?.kind === 'expire'

function applyAll(options: ApplyOptions, records: readonly IntakeRecord[]): Answer[] {
  const { inputs } = options.tables
  let { intake } = inputs.positions()
  const answers = records.map((record) => {
    const position = record.offset + 1
    if (record.offset < intake) return { position, wasAdded: [], isKnown: true }
    intake = position
    return { position, ...applyRecord(options, record) }
  })
  inputs.set('intake', intake)
  return answers
}

function reposition({ inputs, homeParts }: ShardTables, { intake, ended }: Partial<ShardPositions>): void {
  if (intake !== undefined) {
    inputs.set('intake', intake)
    homeParts.forgetPositions()
  }
  if (ended !== undefined) inputs.set('ended', ended)
}

/** Makes the check whether an inspection is an item of a batch here, or a deferred request, that has not ended. */
function makeAwaitedCheck({ items }: ShardTables): (id: Completion['id']) => boolean {
  const numbers = new Map<string, number | null>()
  const numberOf = (batch: string): number | null => {
    const known = numbers.get(batch)
    if (known !== undefined) return known
    const found = items.batches.get(batch)?.num ?? null
    numbers.set(batch, found)
    return found
  }
  return (id) => {
    const request = items.deferred.get(id)
    if (request !== null && request.ended_at === null) return true
    const named = parseInspectionId(id)
    const num = named && numberOf(named.batch)
    return num !== null && named !== null && items.items.get(placeOf(num, named.seq)) !== null
  }
}

function takeReports(tables: ShardTables, changed: Set<string>): PartReport[] {
  const ids = [...changed]
  changed.clear()
  return ids.map((id) => reportOf(tables, id))
}
