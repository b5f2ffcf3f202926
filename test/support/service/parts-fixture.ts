import { freePorts } from '#infra/services/process.ts'
import { openSite, type TargetSite } from '../sites/target-site.ts'
import { type BatchClient, batchClient } from './batch-client.ts'
import { API_KEY, type ServiceProcess, startParts } from './service-process.ts'

/** The service in separate processes for its parts, on real services, with a site on loopback to inspect. */
export interface PartsFixture {
  /** Base URL of the gateway. */
  readonly url: string
  /** All settings of the processes. */
  readonly env: Readonly<Record<string, string>>
  readonly site: TargetSite
  readonly batches: BatchClient
  readonly processes: readonly ServiceProcess[]
  close(): Promise<void>
}

export const HOSTS = 10
/** A batch fetches one page a second from each host. */
const HOST_DELAY_MS = 1000
/** CPU burners may run beside it. */
const START_MS = 180_000

/** Starts one process with gateway and batch, and two with the stages for metadata. `env` names the real services. */
export async function openPartsFixture(serviceEnv: Readonly<Record<string, string>>): Promise<PartsFixture> {
  const ports = await freePorts(3)
  const [batches, ...lookups] = ports.map((port) => `127.0.0.1:${port}`) as [string, string, string]
  const env = {
    ...serviceEnv,
    BATCH_HOST_DELAY_MS: String(HOST_DELAY_MS),
    LOOKUPS_ADDRESS: lookups.join(),
    BATCHES_LISTEN: batches,
    BATCHES_ADDRESS: batches,
  }
  const site = await openSite({ hosts: HOSTS })
  const started = await Promise.all([
    startParts(['gateway', 'batch'], { env, startTimeoutMs: START_MS }),
    ...lookups.map((LOOKUPS_LISTEN) =>
      startParts(['fetch', 'extract'], { env: { ...env, LOOKUPS_LISTEN }, startTimeoutMs: START_MS }),
    ),
  ])
  const url = started[0]?.url ?? ''
  return {
    url,
    env,
    site,
    batches: batchClient(url, API_KEY),
    processes: started,
    async close() {
      await Promise.all(started.map((process) => process.stop()))
      await site.close()
    },
  }
}

/** URLs of `count` new pages, spread over all hosts. */
export function freshPages(site: TargetSite, count: number, name: string): string[] {
  return Array.from({ length: count }, (_, at) => site.url(`/${name}-${at}`, at % HOSTS))
}
