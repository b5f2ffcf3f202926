import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { copyDatabase } from '#stages/batch/adapters/snapshots/copy-database.ts'
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
import { quickFolder } from '../../../quick-folder.ts'

/** A copy of a shard's file. */
interface ShardCopy {
  readonly path: string
  /** Its next position of the intake. */
  readonly position: number
}

/** A store of a shard with the intake that it has applied. */
export interface ShardFixture {
  readonly store: ShardWithSites
  readonly db: Database['db']
  /** All commands so far. */
  readonly intake: readonly IntakeRecord[]
  /** Appends the command and applies it, at that time. */
  send(command: Command, timestamp?: number): Promise<Answer>
  /** Ends items with these completions. */
  end(completions: readonly Completion[]): Promise<Answer>
  /** Opens the store again on its file, or on a new one. */
  reopen(isEmpty?: boolean): Promise<void>
  /** Copies the file as a snapshot does. */
  snapshot(): Promise<ShardCopy>
  /** Opens the store on a copy, and applies the intake from there on, as the next owner of the shard does. */
  takeOver(copy: ShardCopy): Promise<void>
  close(): Promise<void>
}

export async function openShardFixture(options: Partial<ShardStoreOptions> = {}): Promise<ShardFixture> {
  const folder = quickFolder('shard')
  const intake: IntakeRecord[] = []
  let files = 0
  let ended = 0
  const open = async (path = join(folder, `${files}.db`)) => {
    const database = openDatabase(path)
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
    return { database, store, path }
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
    get db() {
      return opened.database.db
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
    async snapshot() {
      files += 1
      const path = join(folder, `${files}.db`)
      const { intake: position } = opened.store.positions()
      await copyDatabase(opened.path, path, () => position)
      return { path, position }
    },
    async takeOver({ path, position }) {
      opened.database.close()
      opened = await open(path)
      await opened.store.apply(intake.slice(position))
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
