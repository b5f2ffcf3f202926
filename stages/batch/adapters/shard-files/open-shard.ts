import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Semaphore } from '#shared/async/semaphore.ts'
import type { Log } from '#shared/log.ts'
import type { EventLog, EventReader } from '#shared/ports/event-log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { type Discover, parseInspectionId } from '../../frontier/frontier.ts'
import type { ShardDirectory } from '../../shards/directory/shard-directory.ts'
import { eventShardLogs } from '../../shards/logs/event-shard-logs.ts'
import type { ShardLogs } from '../../shards/logs/shard-logs.ts'
import type { OpenShard } from '../../shards/ownership/owned-shards.ts'
import { homeOf } from '../../shards/placement.ts'
import { startShardRunner } from '../../shards/runner/shard-runner.ts'
import { removeObjects } from '../../shards/segments/remove-objects.ts'
import { makeSegmentSaver } from '../../shards/segments/save-segments.ts'
import type { ShardStore } from '../../shards/shard-store.ts'
import type { Shards } from '../../shards/shards.ts'
import type { OwnedSite } from '../../shards/site/owned-site.ts'
import { type Database, makeAddCheck, readDiskSpace } from '../disk/disk-guard.ts'
import { saveSnapshot } from '../snapshots/save-snapshot.ts'
import { openShardStore, type ShardWithSites } from '../sqlite/shard/sqlite-shard-store.ts'
import { keepSnapshots } from './keep-snapshots.ts'
import { restoreState } from './restore-state.ts'
import { intakePosition } from './shard-positions.ts'

type ShardDatabase = Database & { close(): void }

/** What all shards of a process share. */
export interface ShardHost {
  /** All shards, wherever they are. */
  readonly shards: Shards
  readonly directory: ShardDirectory
  readonly log: Pick<EventLog, 'append'>
  readonly events: EventReader
  /** Reads the outcomes that all these shards want. */
  readonly outcomes: Pick<EventReader, 'read'>
  readonly objects: ObjectStore
  /** The folder of the files of shards. */
  readonly folder: string
  openDatabase(path: string): ShardDatabase
  readValue(dataref: string): Promise<string | null>
  readonly discover: Discover
  queueOf(url: string, batch?: string): string
  /** See `ShardStoreOptions`. */
  readonly leaseMs: number
  readonly perHost: number
  readonly retentionMs: number
  /** Bytes of the disk that stay free, or a tenth of the disk if that is less. */
  readonly reserve: number
  /** Between two snapshots of a shard, in milliseconds. */
  readonly snapshotMs: number
  /** See `SegmentSaverOptions` and `ShardRunnerOptions`. */
  readonly uploads: Semaphore
  readonly loads: Semaphore
  /** See `RestoreStateOptions`. */
  readonly restores: Semaphore
  onDispatchable(): void
  readonly logger: Log
}

/** An open shard with its file. */
export interface ShardWithFile extends OpenShard {
  readonly site: OwnedSite
}

/** Brings the state of a shard here, opens it, and starts its work. Rejects with the reason of the signal once that is aborted. */
export async function openShard(host: ShardHost, shard: number, signal: AbortSignal): Promise<ShardWithFile> {
  const path = join(host.folder, `${shard}.db`)
  await mkdir(host.folder, { recursive: true })
  const state = await openState(host, shard, path, signal)
  return startShard(host, { ...state, path })
}

async function openState(host: ShardHost, shard: number, path: string, signal: AbortSignal) {
  let store: ShardWithSites | null = null
  // Only pages of crawls need the value of an outcome. A crawl is at its home, with all its items.
  const needsValue = (id: string) => store?.batch(batchOf(id))?.crawl != null
  const logs = eventShardLogs({ ...host, needsValue })
  await restoreState({ ...host, shard, path, logs, signal })
  signal.throwIfAborted()
  const database = host.openDatabase(path)
  try {
    store = await openShardStore({ ...host, shard, shards: host.shards.count, database })
    return { store, logs, database }
  } catch (error) {
    database.close()
    throw error
  }
}

/** The batch of an inspection id. */
function batchOf(id: string): string {
  return parseInspectionId(id)?.batch ?? ''
}

interface OpenState {
  readonly store: ShardWithSites
  readonly logs: ShardLogs
  readonly database: ShardDatabase
  readonly path: string
}

function startShard(host: ShardHost, state: OpenState): ShardWithFile {
  const { store, logs, database, path } = state
  const { shard } = store
  const { objects, directory, logger, snapshotMs: intervalMs } = host
  const closing = new AbortController()
  const saveLines = makeLineSaver(host, store, closing.signal)
  const assertMayAdd = makeAddCheck(readDiskSpace(host.folder, database.db), host.reserve)
  const runner = startShardRunner({ ...host, store, logs, saveLines, assertMayAdd })
  const saved = { shard, path, positionOf: intakePosition, objects, directory, logger }
  const snapshots = keepSnapshots({
    ...{ shard, intervalMs, logger },
    position: () => store.positions().intake,
    save: (signal) => saveSnapshot({ ...saved, signal }),
  })
  return {
    runner,
    site: { shard, path, sites: store.sites, lost: closing.signal },
    save: (graceMs) => snapshots.stop(graceMs),
    async close(graceMs) {
      closing.abort()
      await runner.stop(graceMs)
      await snapshots.stop(0)
      database.close()
    },
  }
}

const REMOVE_MS = 20

/** Makes `saveLines` of a runner. It removes useless objects as well. */
function makeLineSaver(host: ShardHost, store: ShardStore, signal: AbortSignal) {
  const { shards, objects, uploads, logger } = host
  const home = (batch: string) => homeOf(batch, shards.count)
  const saver = makeSegmentSaver({ store, shards, objects, homeOf: home, uploads, signal, logger })
  return async (now: number) => {
    const wait = await saver.save(now)
    const hasMore = await removeObjects({ store, objects })
    return hasMore ? REMOVE_MS : wait
  }
}
