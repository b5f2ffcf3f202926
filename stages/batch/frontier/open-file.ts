import { join } from 'node:path'
import { loadLarge } from '#shared/messages/claim-check/large-value.ts'
import { openBatchStore } from '../adapters/batch-store.ts'
import type { Database } from '../adapters/disk/disk-guard.ts'
import { lockFolder, readOrCreate } from '../adapters/disk/owned-folder.ts'
import { makeSiteReports } from '../adapters/sqlite/site/site-reports.ts'
import { discover } from '../crawl/discover.ts'
import { makeNotifier } from '../notifier.ts'
import { reportBudget } from '../site/report-budget.ts'
import { frontierSettings } from './frontier-settings.ts'
import type { OpenFrontier, OpenOptions } from './open-frontier.ts'
import { addressLearningFrontier, makeQueueNames } from './queue-names.ts'
import { newSealSecret, publishSealSecret } from './seal-secret.ts'

export interface FileOptions extends OpenOptions {
  /** Opens a file of SQLite, which it creates when it is missing. */
  openDatabase(path: string): Database & { close(): void }
}

const MIB = 1_048_576
/** One write of them blocks the event loop for some milliseconds only. */
const LINES_AT_ONCE = 200

/**
 * Opens the frontier in one file below DATA_DIR, with its results and reports. Throws FolderTaken when another process has it;
 * rejects with `SERVICE_UNAVAILABLE` when the disk cannot be written.
 */
export async function openFilePart(options: FileOptions): Promise<OpenFrontier> {
  const { runtime, lookups, resources } = options
  const { config, logger, objects, store: keyValues } = runtime
  const folder = join(config.DATA_DIR, 'batches')
  resources.push(lockFolder(folder))
  const path = join(folder, 'frontier.db')
  const siteReports = makeSiteReports({ source: path, budget: reportBudget(config) })
  resources.push(() => siteReports.stop())
  const database = options.openDatabase(path)
  resources.push(() => database.close())
  const notifier = makeNotifier()
  const queueNames = makeQueueNames(config.BATCH_POLITE_BY, lookups)
  const readValue = (dataref: string) => loadLarge(objects, dataref)
  const store = await openBatchStore({
    ...{ database, folder, discover, notifier, readValue, logger },
    ...frontierSettings(config, queueNames),
    reserve: config.BATCH_DISK_RESERVE_MB * MIB,
  })
  resources.push(() => store.close())
  const secret = readOrCreate(join(folder, 'seal-secret'), newSealSecret)
  resources.push(await publishSealSecret(secret, keyValues, logger))
  return {
    ...store,
    ...{ notifier, readValue, siteReports, linesAtOnce: LINES_AT_ONCE, holder: 'file' },
    frontier: addressLearningFrontier(store.frontier, queueNames),
    secret: () => secret,
  }
}
