import { rm } from 'node:fs/promises'
import { freePorts, freshFolder } from '#infra/services/process.ts'
import { type BatchClient, batchClient } from '../service/batch-client.ts'
import { API_KEY, type LaunchOptions, type ServiceProcess, startParts } from '../service/service-process.ts'

type Env = Readonly<Record<string, string>>

/** A batch part in a process of its own. */
export interface OneBatchPart {
  /** `kill -9`; all that it has on the disk is removed. */
  lose(): Promise<void>
  /** SIGTERM; resolves when the process has ended. */
  stop(): Promise<void>
  /** Starts it again, as another program where that is named. */
  start(command?: LaunchOptions['command']): Promise<void>
  signal(name: NodeJS.Signals): void
  /** The log of its last run. */
  log(): string
}

/** A gateway and batch parts, each a process, on real services. */
export interface BatchParts {
  /** Base URL of the gateway. */
  readonly url: string
  readonly batches: BatchClient
  readonly parts: readonly OneBatchPart[]
  close(): Promise<void>
}

export interface BatchPartsOptions {
  /** The services, and settings of all parts. */
  readonly env: Env
  /** Number of batch parts. */
  readonly count: number
  /** Stages that run beside, in one process. Default: none, and the test ends the requests. */
  readonly stages?: readonly string[]
  /** The program of the batch parts; the service itself when left out. */
  readonly command?: LaunchOptions['command']
}

export async function openBatchParts({
  env,
  count,
  stages = [],
  command,
}: BatchPartsOptions): Promise<BatchParts> {
  const ports = await freePorts(count + 1)
  const [lookups = '', ...addresses] = ports.map((port) => `127.0.0.1:${port}`)
  const shared = { ...env, LOOKUPS_LISTEN: lookups, LOOKUPS_ADDRESS: lookups }
  const others = await (stages.length === 0 ? startLookups(shared) : startParts(stages, { env: shared }))
  const parts = addresses.map((address, at) =>
    onePart({ ...shared, BATCHES_LISTEN: address, INSTANCE_ID: `part-${at}` }),
  )
  await Promise.all(parts.map((part) => part.start(command)))
  const gateway = await startParts(['gateway'], { env: { ...shared, BATCHES_ADDRESS: addresses.join() } })
  return {
    url: gateway.url,
    batches: batchClient(gateway.url, API_KEY),
    parts,
    async close() {
      await Promise.all([gateway, others, ...parts].map((one) => one.stop()))
    },
  }
}

/** A gateway is up when its look-ups are answered. The stage that answers them reads other topics: it ends no request. */
function startLookups(env: Env): Promise<ServiceProcess> {
  return startParts(['fetch'], { env: { ...env, KAFKA_TOPIC_PREFIX: `${env.KAFKA_TOPIC_PREFIX}lookups.` } })
}

function onePart(env: Env): OneBatchPart {
  let running: { readonly process: ServiceProcess; readonly folder: string } | null = null
  async function end(how: 'kill' | 'stop'): Promise<void> {
    await running?.process[how]()
    if (running !== null) await rm(running.folder, { recursive: true, force: true })
    running = null
  }
  return {
    lose: () => end('kill'),
    stop: () => end('stop'),
    async start(command) {
      const folder = await freshFolder('batch-part')
      const options = { env: { ...env, DATA_DIR: folder }, ...(command !== undefined && { command }) }
      running = { process: await startParts(['batch'], options), folder }
    },
    signal: (name) => running?.process.signal(name),
    log: () => running?.process.stderr() ?? '',
  }
}
