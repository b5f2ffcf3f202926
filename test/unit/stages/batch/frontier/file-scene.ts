import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { readConfig } from '#shared/config/config.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import { noTelemetry } from '#shared/telemetry/telemetry.ts'
import type { FileOptions } from '#stages/batch/frontier/open-file.ts'
import type { Close } from '#stages/batch/frontier/open-frontier.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { secret as partsSecret } from '#test/support/parts-secret.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { unlimitedMemory } from '#test/support/unlimited-memory.ts'
import { PUBLIC_URL } from '#test/unit/shared/stage/toy-stage.ts'

/** Lines of a batch have a look-up only where hosts are polite by domain or address. */
export const noLookups = {} as Lookups

/** What a frontier in one file is opened with, in a folder of its own on the embedded adapters. */
export interface FileScene {
  readonly embedded: Embedded
  /** DATA_DIR. */
  readonly folder: string
  /** Options for the next process on the folder. */
  options(): FileOptions
  /** Ends the process. */
  close(): Promise<void>
  /** Ends the process and removes the folder. */
  end(): Promise<void>
}

export async function openFileScene(): Promise<FileScene> {
  const embedded = await openEmbedded()
  const folder = mkdtempSync(join(tmpdir(), 'pageprobe-file-'))
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder })
  const resources: Close[] = []
  async function close(): Promise<void> {
    for (const one of resources.splice(0).toReversed()) await one(1000)
  }
  const others = {
    telemetry: noTelemetry,
    memory: unlimitedMemory,
    publicUrl: () => PUBLIC_URL,
    partsSecret,
  }
  const runtime = { ...embedded, ...others, config, logger: silentLog }
  return {
    embedded,
    folder,
    options: () => ({ runtime, lookups: noLookups, resources, openDatabase }),
    close,
    async end() {
      await close()
      await embedded.close()
      rmSync(folder, { recursive: true })
    },
  }
}
