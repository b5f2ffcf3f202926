import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import type { ResultsQuery } from '#shared/ports/batches.ts'
import {
  type BatchStore,
  type BatchStoreOptions,
  openBatchStore,
} from '#stages/batch/adapters/sqlite/batch-store.ts'
import { makeNotifier } from '#stages/batch/notifier.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { quickFolder } from './quick-folder.ts'

/** A batch store in a folder of its own. `reopen` simulates the next process. */
export interface StoreFixture extends BatchStore {
  readonly folder: string
  readonly database: Database
  reopen(options?: Partial<BatchStoreOptions>): Promise<StoreFixture>
  /** Closes the store and removes the folder. */
  end(): Promise<void>
}

export async function openStoreFixture(
  options: Partial<BatchStoreOptions> = {},
  folder = quickFolder('batches'),
): Promise<StoreFixture> {
  const database = openDatabase(join(folder, 'frontier.db'))
  const store = await openBatchStore({
    database,
    folder,
    discover: () => ({ items: [], done: [] }),
    window: 1000,
    leaseMs: 3_600_000,
    perHost: 2,
    retentionMs: 3_600_000,
    reserve: 0,
    notifier: makeNotifier(),
    readValue: async () => null,
    logger: silentLog,
    ...options,
  })
  async function close(): Promise<void> {
    await store.close()
    database.close()
  }
  return {
    ...store,
    folder,
    database,
    async reopen(more = {}) {
      await close()
      return openStoreFixture({ ...options, ...more }, folder)
    },
    async end() {
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A store for each test of the enclosing `describe`. */
export function storeOfEachTest() {
  let fixture: StoreFixture
  beforeEach(async () => {
    fixture = await openStoreFixture()
  })
  afterEach(() => fixture.end())
  return {
    get frontier() {
      return fixture.frontier
    },
    get database() {
      return fixture.database
    },
    get folder() {
      return fixture.folder
    },
    readResults: (id: string, reading: ResultsQuery) => fixture.readResults(id, reading),
    counts: async (id: string) => (await fixture.frontier.status(id))?.counts,
    async reopen(options: Partial<BatchStoreOptions> = {}) {
      fixture = await fixture.reopen(options)
    },
  }
}
