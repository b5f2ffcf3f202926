import { rm } from 'node:fs/promises'
import { freshFolder } from '#infra/services/process.ts'
import type { ExternalClient } from '#test/support/external/external-client.ts'
import { externalKafka } from '#test/support/external/external-kafka.ts'
import { externalSqlite } from '#test/support/external/external-sqlite.ts'
import { type ServiceProcess, startParts } from '#test/support/service/service-process.ts'

/** The whole service as one process, and an external client at its log. */
export interface ServiceFixture {
  readonly service: ServiceProcess
  readonly external: ExternalClient
  /** The settings of the service. */
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** Opens a fixture with additional settings. */
export type OpenServiceFixture = (env?: Readonly<Record<string, string>>) => Promise<ServiceFixture>

/** On the embedded adapters, with a new folder. */
export const openEmbeddedService: OpenServiceFixture = async (more = {}) => {
  const folder = await freshFolder('service')
  const env = { BATCH_HOST_DELAY_MS: '0', DATA_DIR: folder, ...more }
  const service = await startParts([], { env })
  const external = await externalSqlite(folder)
  return {
    service,
    external,
    env,
    async close() {
      await external.close()
      await service.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** On the real services that `env` names; its files are in a new folder, unless `env` names one. */
export async function openRealService(env: Readonly<Record<string, string>>): Promise<ServiceFixture> {
  const folder = await freshFolder('service')
  const settings = { BATCH_HOST_DELAY_MS: '0', DATA_DIR: folder, ...env }
  const service = await startParts([], { env: settings })
  const external = await externalKafka(env)
  return {
    service,
    external,
    env: settings,
    async close() {
      await external.close()
      await service.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
