import { join } from 'node:path'
import { loadLarge } from '#shared/messages/claim-check/large-value.ts'
import type { Runtime } from '#shared/runtime.ts'
import { type BatchStore, type BatchStoreOptions, openBatchStore } from '../../adapters/batch-store.ts'
import type { Database } from '../../adapters/disk/disk-guard.ts'
import { fencedFrontier, type TopicOwner } from '../../adapters/ownership/topic-owner.ts'
import type { SiteReports } from '../../adapters/sqlite/site/site-reports.ts'
import { discover } from '../../crawl/discover.ts'
import { makeNotifier } from '../../notifier.ts'
import { addressLearningFrontier, type QueueNames } from '../queue-names.ts'

/** Closes a resource. Its work may take `graceMs` milliseconds to finish. */
export type Close = (graceMs: number) => unknown

/** The runtime with the check of ownership. It comes before every write to the log or the store. */
export type OwnedRuntime = Runtime & Pick<TopicOwner, 'confirm'>

export interface FileOptions {
  readonly runtime: OwnedRuntime
  /** The folder of the file and of the results. */
  readonly folder: string
  readonly queueNames: QueueNames
  /** Reports from the file in that folder. The caller stops them. */
  readonly siteReports: Omit<SiteReports, 'stop'>
  /** Opens a file of SQLite, which it creates when it is missing. */
  openDatabase(path: string): Database & { close(): void }
  /** Gets what has to be closed, the last one first. */
  readonly resources: Close[]
}

/** The frontier in one file, with its results and reports. */
export interface FrontierFile
  extends BatchStore,
    Pick<BatchStoreOptions, 'notifier' | 'readValue'>,
    Pick<FileOptions, 'siteReports'> {}

const SECOND_MS = 1000
const DAY_MS = 86_400_000
const MIB = 1_048_576

/** The path of the file in the folder of a batch part. */
export function frontierPath(folder: string): string {
  return join(folder, 'frontier.db')
}

/** Opens the frontier's file by the settings. Rejects with `SERVICE_UNAVAILABLE` when the disk cannot be written. */
export async function openFrontierFile(options: FileOptions): Promise<FrontierFile> {
  const { runtime, folder, queueNames, siteReports, resources } = options
  const { config, logger, objects, confirm } = runtime
  const database = options.openDatabase(frontierPath(folder))
  resources.push(() => database.close())
  const notifier = makeNotifier()
  const readValue = (dataref: string) => loadLarge(objects, dataref)
  const store = await openBatchStore({
    ...{ database, folder, discover, notifier, readValue, logger },
    window: config.BATCH_WINDOW,
    leaseMs: config.BATCH_LEASE_SECONDS * SECOND_MS,
    perHost: config.BATCH_HOST_CONCURRENCY + 1,
    queueOf: queueNames.nameOf,
    retentionMs: config.BATCH_RETENTION_DAYS * DAY_MS,
    reserve: config.BATCH_DISK_RESERVE_MB * MIB,
  })
  resources.push(() => store.close())
  const frontier = addressLearningFrontier(fencedFrontier(store.frontier, confirm), queueNames)
  return { ...store, frontier, notifier, readValue, siteReports }
}
