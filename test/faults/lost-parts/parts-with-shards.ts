import { rm } from 'node:fs/promises'
import { freePorts, freshFolder } from '#infra/services/process.ts'
import { type BatchClient, batchClient } from '#test/support/service/batch-client.ts'
import { API_KEY, type ServiceProcess, startParts } from '#test/support/service/service-process.ts'

/** A batch part in a process of its own, with a folder of its own. */
export interface OneBatchPart {
  /** `kill -9`, and the folder is removed. */
  lose(): Promise<void>
  /** SIGTERM; resolves when the process has ended. */
  stop(): Promise<void>
  /** Starts it again with the same name. */
  start(): Promise<void>
  /** The log of its last run. */
  log(): string
}

/** The service with its frontier in shards: a gateway, the stages of metadata, and batch parts, each a process. */
export interface PartsWithShards {
  readonly url: string
  readonly batches: BatchClient
  readonly parts: readonly OneBatchPart[]
  close(): Promise<void>
}

/** Starts it with so many batch parts. `env` names the real services. */
export async function openPartsWithShards(
  env: Readonly<Record<string, string>>,
  count: number,
): Promise<PartsWithShards> {
  const ports = await freePorts(count + 1)
  const [lookups = '', ...addresses] = ports.map((port) => `127.0.0.1:${port}`)
  const shared = { ...env, LOOKUPS_LISTEN: lookups, LOOKUPS_ADDRESS: lookups }
  const folders = await Promise.all(addresses.map(() => freshFolder('batch-part')))
  const stages = await startParts(['fetch', 'extract'], { env: shared })
  const parts = addresses.map((address, at) => {
    return onePart({ ...shared, BATCHES_LISTEN: address, INSTANCE_ID: `part-${at}` }, folders[at] as string)
  })
  await Promise.all(parts.map((part) => part.start()))
  const gateway = await startParts(['gateway'], { env: { ...shared, BATCHES_ADDRESS: addresses.join() } })
  return {
    url: gateway.url,
    batches: batchClient(gateway.url, API_KEY),
    parts,
    async close() {
      await Promise.all([gateway, stages, ...parts].map((one) => one.stop()))
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
    },
  }
}

function onePart(env: Readonly<Record<string, string>>, folder: string): OneBatchPart {
  let process: ServiceProcess | null = null
  return {
    async lose() {
      await process?.kill()
      process = null
      await rm(folder, { recursive: true, force: true })
    },
    async stop() {
      await process?.stop()
      process = null
    },
    async start() {
      process = await startParts(['batch'], { env: { ...env, DATA_DIR: folder } })
    },
    log: () => process?.stderr() ?? '',
  }
}
