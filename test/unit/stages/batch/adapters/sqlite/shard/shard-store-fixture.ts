import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { openShardTables, type ShardTables } from '#stages/batch/adapters/sqlite/shard/shard-tables.ts'
import {
  openShardStore,
  type ShardStoreOptions,
  type ShardWithSites,
} from '#stages/batch/adapters/sqlite/shard/sqlite-shard-store.ts'
import type { Completion } from '#stages/batch/frontier/frontier.ts'
import type { Answer, Command } from '#stages/batch/shards/commands.ts'
import type { IntakeRecord } from '#stages/batch/shards/shard-store.ts'
import { silentLog } from '#test/support/silent-log.ts'

/** A store of a shard with the intake that it has applied. */
export interface ShardFixture {
  readonly store: ShardWithSites
  /** All commands so far. */
  readonly intake: readonly IntakeRecord[]
  /** Appends the command and applies it, at that time. */
  send(command: Command, timestamp?: number): Promise<Answer>
  /** Ends items with these completions. */
  end(completions: readonly Completion[]): Promise<Answer>
  /** Opens the store again on its file, or on a new one. */
  reopen(isEmpty?: boolean): Promise<void>
  close(): Promise<void>
}

export async function openShardFixture(options: Partial<ShardStoreOptions> = {}): Promise<ShardFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'pageprobe-shard-'))
  const intake: IntakeRecord[] = []
  let files = 0
  let ended = 0
  const open = async () => {
    const database = openDatabase(join(folder, `${files}.db`))
    const store = await openShardStore({
      database,
      shard: 0,
      shards: 1,
      discover: () => ({ items: [], done: [] }),
      leaseMs: 3_600_000,
      perHost: 2,
      retentionMs: 3_600_000,
      logger: silentLog,
      ...options,
    })
    return { database, store }
  }
  let opened = await open()
  async function append(record: Omit<IntakeRecord, 'offset'>): Promise<Answer> {
    intake.push({ ...record, offset: intake.length })
    const [answer] = await opened.store.apply(intake.slice(-1))
    return answer as Answer
  }
  return {
    get store() {
      return opened.store
    },
    intake,
    send: (command, timestamp = Date.now()) => append({ command, timestamp }),
    end(completions) {
      ended += completions.length
      return append({ command: { kind: 'endings', before: ended }, timestamp: Date.now(), completions })
    },
    async reopen(isEmpty = false) {
      opened.database.close()
      if (isEmpty) files += 1
      opened = await open()
    },
    async close() {
      opened.database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The tables of a shard in memory, for each test of the enclosing `describe`. */
export function shardTablesOfEachTest(): { readonly db: Database['db']; readonly tables: ShardTables } {
  let database: Database
  let tables: ShardTables
  beforeEach(() => {
    database = openDatabase(':memory:')
    tables = openShardTables(database.db, { shard: 1, shards: 4, perHost: 2 })
  })
  afterEach(() => database.close())
  return {
    get db() {
      return database.db
    },
    get tables() {
      return tables
    },
  }
}
