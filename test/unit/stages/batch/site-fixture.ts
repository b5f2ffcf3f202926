import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Frontier } from '#stages/batch/frontier/frontier.ts'
import type { SiteStore } from '#stages/batch/site/finish/site-store.ts'
import { DAY_MS } from '#test/contract/frontier/frontier-fixture.ts'
import { openStoreFixture, type StoreFixture } from './store-fixture.ts'

const LONG_MS = 30 * DAY_MS

/** A frontier with what it has of sites, all in one file. */
export interface SiteFixture {
  readonly frontier: Frontier
  readonly sites: SiteStore
  readonly path: string
  /** The rows of a query. */
  all(sql: string): Record<string, unknown>[]
  /** Simulates the next process, which keeps ended batches for so many milliseconds. */
  reopen(retentionMs?: number): Promise<SiteFixture>
  close(): Promise<void>
}

/** The frontier in one file. */
export const openFileFixture = async (): Promise<SiteFixture> => inOneFile(await openStoreFixture())

function inOneFile(store: StoreFixture): SiteFixture {
  return {
    frontier: store.frontier,
    sites: store.sites,
    path: join(store.folder, 'frontier.db'),
    all: (sql) => rowsOf(store.database.db, sql),
    reopen: async (retentionMs = LONG_MS) => inOneFile(await store.reopen({ retentionMs })),
    close: () => store.end(),
  }
}

function rowsOf(db: DatabaseSync, sql: string): Record<string, unknown>[] {
  return db
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }))
}
