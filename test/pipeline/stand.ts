import { rm } from 'node:fs/promises'
import { freshFolder } from '#infra/services/process.ts'
import type { OutsideClient } from '#test/tools/outside-client.ts'
import { outsideKafka } from '#test/tools/outside-kafka.ts'
import { outsideSqlite } from '#test/tools/outside-sqlite.ts'
import { type ServiceProcess, startParts } from '#test/tools/service-process.ts'

/** The whole service as one process, and an outside program at its log. */
export interface Stand {
  readonly service: ServiceProcess
  readonly outside: OutsideClient
  /** The settings it runs with. */
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** Opens a stand with these settings more. */
export type OpenStand = (env?: Readonly<Record<string, string>>) => Promise<Stand>

/** On the embedded adapters, with a folder of its own. */
export const embeddedStand: OpenStand = async (more = {}) => {
  const folder = await freshFolder('stand')
  const env = { BATCH_HOST_DELAY_MS: '0', DATA_DIR: folder, ...more }
  const service = await startParts([], { env })
  const outside = await outsideSqlite(folder)
  return {
    service,
    outside,
    env,
    async close() {
      await outside.close()
      await service.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** On the real services that `env` names. */
export async function realStand(env: Readonly<Record<string, string>>): Promise<Stand> {
  const settings = { BATCH_HOST_DELAY_MS: '0', ...env }
  const service = await startParts([], { env: settings })
  const outside = await outsideKafka(env)
  return {
    service,
    outside,
    env: settings,
    async close() {
      await outside.close()
      await service.stop()
    },
  }
}
