import { join } from 'node:path'
import { loadLarge } from '#shared/messages/claim-check/large-value.ts'
import type { Database } from '../adapters/disk/disk-guard.ts'
import { lockFolder, readOrCreate } from '../adapters/disk/owned-folder.ts'
import { openBatchStore } from '../adapters/sqlite/batch-store.ts'
import { makeSiteReports, REPORT_BUDGET } from '../adapters/sqlite/site/site-reports.ts'
import { discover } from '../crawl/discover.ts'
import { makeNotifier } from '../notifier.ts'
import { frontierSettings } from './frontier-options.ts'
import type { OpenFrontier, OpenOptions } from './open-frontier.ts'
import { addressLearningFrontier, makeQueueNames } from './queues.ts'
import { newSealSecret, publishSealSecret } from './seal-secret.ts'

export interface FileOptions extends OpenOptions {
  /** Opens a file of SQLite, which it creates when it is missing. */
  openDatabase(path: string): Database & { close(): void }
}

/** Free on the disk (at most a tenth of it) for new batches; running batches need half of that. */
const DISK_RESERVE_BYTES = 256 * 1024 * 1024
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
  const siteReports = makeSiteReports({ source: path, budget: REPORT_BUDGET })
  resources.push(() => siteReports.stop())
  const database = options.openDatabase(path)
  resources.push(() => database.close())
  const notifier = makeNotifier()
  const queueNames = makeQueueNames(config.BATCH_POLITE_BY, lookups)
  const readValue = (dataref: string) => loadLarge(objects, dataref)
  const store = await openBatchStore({
    ...{ database, folder, discover, notifier, readValue, logger },
    ...frontierSettings(config, queueNames),
    reserve: DISK_RESERVE_BYTES,
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
