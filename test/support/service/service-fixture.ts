import { rm } from 'node:fs/promises'
import { freshFolder } from '#infra/services/process.ts'
import type { ExternalClient } from '#test/support/external/external-client.ts'
import { externalKafka } from '#test/support/external/external-kafka.ts'
import { externalSqlite } from '#test/support/external/external-sqlite.ts'
import { makeKey } from './keys.ts'
import { API_KEY, type LaunchOptions, type ServiceProcess, startParts } from './service-process.ts'

export type Env = Readonly<Record<string, string>>

/** A whole service in one process, which others may use as well, and an external client at its log. */
export interface UsedService {
  /** Base URL of the gateway. */
  readonly url: string
  /** A key with all scopes and without limits. */
  readonly key: string
  /** Makes a key with these fields of `POST /keys`; an enterprise one with all scopes, of an owner of its own, by default. */
  makeKey(about?: object): Promise<string>
  readonly service: Pick<ServiceProcess, 'url' | 'pid' | 'stdout' | 'stderr'>
  readonly external: ExternalClient
  /** The settings of the service. */
  readonly env: Env
  /** Ends the use of it. */
  close(): Promise<void>
}

/** A service of the file alone, which it may restart and kill. */
export interface ServiceFixture extends UsedService {
  readonly service: ServiceProcess
}

/** Starts a service of the file alone, with additional settings. */
export type OpenServiceFixture = (env?: Env) => Promise<ServiceFixture>

type Launch = Pick<LaunchOptions, 'isShared' | 'command'>

/** On the embedded adapters, with a new folder. */
export async function openEmbeddedService(more: Env = {}, launch: Launch = {}): Promise<ServiceFixture> {
  const folder = await freshFolder('service')
  const env = { BATCH_HOST_DELAY_MS: '0', DATA_DIR: folder, ...more }
  return opened(folder, env, launch, () => externalSqlite(folder))
}

/** On the real services that `env` names; its files are in a new folder, unless `env` names one. */
export async function openRealService(env: Env, launch: Launch = {}): Promise<ServiceFixture> {
  const folder = await freshFolder('service')
  const settings = { BATCH_HOST_DELAY_MS: '0', DATA_DIR: folder, ...env }
  return opened(folder, settings, launch, () => externalKafka(env))
}

async function opened(
  folder: string,
  env: Env,
  launch: Launch,
  openExternal: () => Promise<ExternalClient>,
): Promise<ServiceFixture> {
  const service = await startParts([], { env, ...launch })
  const external = await openExternal()
  return {
    url: service.url,
    key: API_KEY,
    makeKey: (about) => makeKey(service.url, about),
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
