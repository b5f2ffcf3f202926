import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { readConfig } from '#shared/config/config.ts'
import type { Log } from '#shared/log.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import { SEAL_SECRET_KEY } from '#shared/store/keys.ts'
import { noTelemetry } from '#shared/telemetry/telemetry.ts'
import { makeSiteReports } from '#stages/batch/adapters/sqlite/site/site-reports.ts'
import { type Close, type FileOptions, frontierPath } from '#stages/batch/frontier/file/open-file.ts'
import { makeQueueNames } from '#stages/batch/frontier/queue-names.ts'
import { reportBudget } from '#stages/batch/site/report-budget.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { secret as partsSecret } from '#test/support/parts-secret.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { unlimitedMemory } from '#test/support/unlimited-memory.ts'
import { PUBLIC_URL } from '#test/unit/shared/stage/toy-stage.ts'

/** Lines of a batch have a look-up only where hosts are polite by domain or address. */
export const noLookups = {} as Lookups
/** Stages know it. */
export const secret = () => 'a-secret-of-32-characters-or-more'

/** What a frontier in one file is opened with, in a folder of its own on the embedded adapters. */
export interface FileScene {
  readonly embedded: Embedded
  readonly folder: string
  /** Options for the next process on the folder. */
  options(more?: { readonly logger?: Log; confirm?(): Promise<void> }): FileOptions
  /** Ends the process. */
  close(): Promise<void>
  /** Ends the process and removes the folder. */
  end(): Promise<void>
}

export async function openFileScene(): Promise<FileScene> {
  const embedded = await openEmbedded()
  await embedded.store.set(SEAL_SECRET_KEY, secret(), null)
  const folder = mkdtempSync(join(tmpdir(), 'pageprobe-file-'))
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder })
  const resources: Close[] = []
  async function close(): Promise<void> {
    for (const one of resources.splice(0).toReversed()) await one(1000)
  }
  return {
    embedded,
    folder,
    options({ logger = silentLog, confirm = async () => undefined } = {}) {
      const siteReports = makeSiteReports(frontierPath(folder), reportBudget(config))
      resources.push(() => siteReports.stop())
      const others = {
        telemetry: noTelemetry,
        memory: unlimitedMemory,
        publicUrl: () => PUBLIC_URL,
        partsSecret,
      }
      return {
        runtime: { ...embedded, ...others, config, logger, confirm },
        ...{ folder, siteReports, openDatabase, resources },
        queueNames: makeQueueNames('host', noLookups),
      }
    },
    close,
    async end() {
      await close()
      await embedded.close()
      rmSync(folder, { recursive: true })
    },
  }
}
