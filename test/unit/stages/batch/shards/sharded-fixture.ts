import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { mock } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { folderObjectStore } from '#shared/adapters/folder/object-store.ts'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import { makeSemaphore } from '#shared/async/semaphore.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import {
  openShardStore,
  type ShardWithSites,
} from '#stages/batch/adapters/sqlite/shard/sqlite-shard-store.ts'
import type { Frontier } from '#stages/batch/frontier/frontier.ts'
import { homeOf } from '#stages/batch/shards/placement.ts'
import { type ShardRunner, startShardRunner } from '#stages/batch/shards/runner/shard-runner.ts'
import { readResults } from '#stages/batch/shards/segments/read-results.ts'
import { removeObjects } from '#stages/batch/shards/segments/remove-objects.ts'
import { makeSegmentSaver, UPLOADS_AT_ONCE } from '#stages/batch/shards/segments/save-segments.ts'
import { type ShardedFrontier, shardedFrontier } from '#stages/batch/shards/sharded-frontier.ts'
import type { Shards } from '#stages/batch/shards/shards.ts'
import type { FrontierFixture, FrontierOptions } from '#test/contract/frontier/frontier-fixture.ts'
import { type MemoryShardLogs, memoryShardLogs } from '#test/contract/shards/memory-shard-logs.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { quickFolder } from '../quick-folder.ts'

/** A shard of the fixture with its file. */
export interface ShardFile {
  readonly store: ShardWithSites
  readonly path: string
  readonly database: Database
}

/** A frontier on shards, with the shards themselves. */
export interface ShardedFixture extends FrontierFixture {
  readonly shards: Shards
  /** By number. */
  readonly files: readonly ShardFile[]
  reopen(options: FrontierOptions): Promise<ShardedFixture>
}

export interface ShardedOptions {
  /** Number of shards. */
  readonly count: number
  /** Whether the next process starts without the files of the last one, from the beginning of the logs. */
  readonly isReplayed: boolean
  /** Connects the owners of the shards. Absent: one process owns all. */
  readonly connect?: (all: Shards) => Promise<ConnectedOwners>
  /** Whether the next process finds logs that were created anew. Default: no. */
  readonly isLogLost?: boolean
}

/** Processes that own shards. */
export interface ConnectedOwners {
  /** All shards, as the owner of this one reaches them. */
  of(shard: number): Shards
  close(): Promise<void>
}

const oneOwner = async (all: Shards): Promise<ConnectedOwners> => ({
  of: () => all,
  close: async () => undefined,
})

/** What outlives a process. */
interface World extends ShardedOptions {
  readonly logs: MemoryShardLogs
  readonly objects: ObjectStore
  readonly root: string
  readonly clock: { passed: number; restore(): void }
}

/** Submissions that nobody continues are discarded after ten minutes. */
const ABANDONED_MS = 660_000
const GRACE_MS = 10_000
const SAVE_MS = 10
const LOOK_MS = 1

/** Opens a frontier on shards with logs in memory. It is that of the owner of shard 0, and dispatches from all shards. */
export async function openShardedFixture(
  options: FrontierOptions,
  sharded: ShardedOptions,
): Promise<ShardedFixture> {
  const root = quickFolder('shards')
  const realNow = Date.now
  const clock = { passed: 0, restore: () => mocked.mock.restore() }
  const mocked = mock.method(Date, 'now', () => realNow() + clock.passed)
  const objects = folderObjectStore({ folder: join(root, 'objects'), expireDays: {} })
  return openProcess(options, { ...sharded, logs: memoryShardLogs(), objects, root, clock })
}

async function openProcess(options: FrontierOptions, world: World): Promise<ShardedFixture> {
  const { clock, root, objects, count } = world
  const { shards, runners, files, close } = await startRunners(options, world)
  const owned = () => runners
  const settle = () => untilSettled(runners, world)
  const sendTicks = () => Promise.all(runners.map((runner) => runner.send({ kind: 'tick' })))
  await Promise.all(runners.map(({ isCaughtUp }) => isCaughtUp))
  await sendTicks()
  await settle()
  return {
    shards,
    files,
    frontier: settled(shardedFrontier({ shards, owned, window: options.window }), world, settle),
    async readResults(id, reading) {
      await settle()
      const { readValue } = options
      return readResults({ shards, objects, readValue, homeOf: (batch) => homeOf(batch, count) }, id, reading)
    },
    async pass(ms) {
      clock.passed += ms
      await sendTicks()
    },
    async reopen(changed) {
      await close()
      clock.passed += ABANDONED_MS
      return openProcess(changed, world.isLogLost ? { ...world, logs: memoryShardLogs() } : world)
    },
    async close() {
      await close()
      await objects.close()
      rmSync(root, { recursive: true, force: true })
      clock.restore()
    },
  }
}

async function startRunners(options: FrontierOptions, world: World) {
  const folder = world.isReplayed ? mkdtempSync(join(world.root, 'process-')) : join(world.root, 'process')
  const runners: ShardRunner[] = []
  const databases: Database[] = []
  const files: ShardFile[] = []
  const stopping = new AbortController()
  const all: Shards = {
    count: world.count,
    send: async (shard, command) => (runners[shard] as ShardRunner).send(command),
    ask: async (shard, question, ...given) => {
      const { store } = runners[shard] as ShardRunner
      return (store[question] as (...args: unknown[]) => never)(...given)
    },
  }
  const owners = await (world.connect ?? oneOwner)(all)
  for (let shard = 0; shard < world.count; shard++) {
    const path = join(folder, `${shard}.db`)
    const database = openDatabase(path)
    databases.push(database)
    const store = await openOne(options, world, { shard, database })
    files.push({ store, path, database })
    const shards = owners.of(shard)
    runners.push(startOne(world, { store, shards, signal: stopping.signal }))
  }
  return {
    shards: owners.of(0),
    runners,
    files,
    async close() {
      await Promise.all(runners.map((runner) => runner.stop(GRACE_MS)))
      stopping.abort()
      await owners.close()
      for (const database of databases) database.close()
    },
  }
}

function openOne(
  { discover, leaseMs, retentionMs, perHost, queueOf }: FrontierOptions,
  { count }: World,
  own: { readonly shard: number; readonly database: Database },
): Promise<ShardWithSites> {
  return openShardStore({
    ...{ ...own, shards: count, discover, leaseMs, retentionMs, perHost, logger: silentLog },
    ...(queueOf !== undefined && { queueOf }),
  })
}

interface OneShard {
  readonly store: ShardWithSites
  readonly shards: Shards
  readonly signal: AbortSignal
}

function startOne({ count, logs, objects }: World, { store, shards, signal }: OneShard): ShardRunner {
  const home = (batch: string) => homeOf(batch, count)
  const uploads = makeSemaphore(UPLOADS_AT_ONCE)
  const saver = makeSegmentSaver({ store, shards, objects, homeOf: home, uploads, signal, logger: silentLog })
  return startShardRunner({
    pace: { endings: { appended: () => undefined, intervalMs: () => 1 }, reportsMs: 10, changesMs: 1 },
    ...{ store, logs, shards, logger: silentLog, loads: makeSemaphore(2), onDispatchable: () => undefined },
    async saveLines(now) {
      await saver.flush(now)
      await removeObjects({ store, objects })
      return SAVE_MS
    },
  })
}

async function untilSettled(runners: readonly ShardRunner[], world: World): Promise<void> {
  while (!(await isSettled(runners, world))) await sleep(LOOK_MS)
}

/** All is applied, and all shards know of each other what they have to. */
async function isSettled(runners: readonly ShardRunner[], { logs }: World): Promise<boolean> {
  for (const runner of runners) {
    const { store } = runner
    const { intake, ended } = store.positions()
    if ((await logs.intake(store.shard, intake)).next > intake) return false
    if ((await logs.endings(store.shard, ended)).next > ended) return false
  }
  return runners.every(
    ({ store, isIdle }) => store.notices(1).length === 0 && store.unsaved().length === 0 && isIdle(),
  )
}

/** The port with `complete`. What is on its way arrives before each answer. */
function settled(frontier: ShardedFrontier, { logs, count }: World, settle: () => Promise<void>): Frontier {
  const after =
    <Args extends readonly unknown[], T>(work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      await settle()
      return work(...args)
    }
  return {
    ...frontier,
    status: after(frontier.status),
    list: after(frontier.list),
    dispatch: after(frontier.dispatch),
    inFlight: after(frontier.inFlight),
    batch: after(frontier.batch),
    takeUnusedQuotas: after(frontier.takeUnusedQuotas),
    openBatches: after(frontier.openBatches),
    async setState(id, state) {
      await settle()
      const status = await frontier.setState(id, state)
      await settle()
      return status
    },
    async complete(endings) {
      for (const ending of endings) for (let shard = 0; shard < count; shard++) logs.end(shard, ending)
      await settle()
    },
  }
}
