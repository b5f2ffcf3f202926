import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Frontier } from '#stages/batch/frontier/frontier.ts'
import type { SiteStore } from '#stages/batch/site/finish/site-store.ts'
import { DAY_MS, frontierOptions } from '#test/contract/frontier/frontier-fixture.ts'
import { openShardedFixture, type ShardedFixture } from './shards/sharded-fixture.ts'
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

/** The frontier in one file, and the frontier in shards of which there is one: both give the same. */
export const siteFixtures: readonly (readonly [name: string, open: () => Promise<SiteFixture>])[] = [
  ['the frontier in one file', openFileFixture],
  [
    'a shard',
    async () => inShard(await openShardedFixture(frontierOptions, { count: 1, isReplayed: false })),
  ],
]

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

function inShard(fixture: ShardedFixture): SiteFixture {
  const [file] = fixture.files
  if (file === undefined) throw new Error('there is no shard')
  return {
    frontier: fixture.frontier,
    sites: file.store.sites,
    path: file.path,
    all: (sql) => rowsOf(file.database.db, sql),
    reopen: async (retentionMs = LONG_MS) =>
      inShard(await fixture.reopen({ ...frontierOptions, retentionMs })),
    close: () => fixture.close(),
  }
}

function rowsOf(db: DatabaseSync, sql: string): Record<string, unknown>[] {
  return db
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }))
}
