import { rm } from 'node:fs/promises'
import { expect } from 'chai'
import { freePorts, freshFolder } from '#infra/services/process.ts'
import type { ExternalClient } from '#test/support/external/external-client.ts'
import { externalKafka } from '#test/support/external/external-kafka.ts'
import { endAllServices, type ServiceProcess, startParts } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'
import {
  type CrashBatch,
  clientOf,
  crashing,
  expectEachOnce,
  expectRejected,
  openCrashBatch,
  untilNextOutcome,
  untilSeen,
} from './batch-crash.ts'

/** The processes to kill (and restart), and after how many outcomes. */
const strikes = [
  { at: 150, part: 'fetch' },
  { at: 600, part: 'front' },
  { at: 1100, part: 'extract' },
] as const

/** The parts of each process. */
const processes = { fetch: ['fetch'], extract: ['extract'], front: ['gateway', 'batch'] } as const

describe('kill -9 in the middle of a batch, on Kafka, Redis and MinIO', function () {
  this.timeout(300_000)
  const kafka = sharedKafka()
  const redis = ownRedis()
  const minio = sharedMinio()
  const postgres = sharedPostgres()
  let folder: string
  let external: ExternalClient
  let batch: CrashBatch
  let env: Record<string, string>
  const running = new Map<keyof typeof processes, ServiceProcess>()

  before(async () => {
    folder = await freshFolder('batch-crash')
    const [port, lookups, batches] = await freePorts(3)
    env = {
      ...kafka.env,
      ...redis.env,
      ...minio.env,
      ...postgres.env,
      ...crashing.settings,
      DATA_DIR: folder,
      PORT: String(port),
      LOOKUPS_LISTEN: `127.0.0.1:${lookups}`,
      LOOKUPS_ADDRESS: `127.0.0.1:${lookups}`,
      BATCHES_LISTEN: `127.0.0.1:${batches}`,
      BATCHES_ADDRESS: `127.0.0.1:${batches}`,
    }
    for (const part of ['fetch', 'extract', 'front'] as const) await start(part)
    batch = await openCrashBatch()
    external = await externalKafka(env)
  })
  after(async () => {
    await endAllServices()
    await external?.close()
    await batch?.site.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function start(part: keyof typeof processes): Promise<void> {
    running.set(part, await startParts(processes[part], { env, command: crashing.command }))
  }

  it('loses no URL and ends none twice after a crash of fetch, extract, gateway or batch', async () => {
    const client = clientOf(running.get('front')?.url ?? '')
    const submitted = await client.submit(batch.lines)
    expectRejected(submitted, batch)
    let recoveredMs = 0
    for (const { at, part } of strikes) {
      await untilSeen(external, at)
      const killed = performance.now()
      await running.get(part)?.kill()
      await start(part)
      recoveredMs = Math.max(recoveredMs, await untilNextOutcome(external, killed))
    }
    const ended = await client.untilEnded(submitted.id)
    expect(ended.state).to.equal('finished')
    await untilSeen(external, ended.counts.accepted)
    const fault = 'fetch, gateway with batch, and extract killed in a batch, in turn'
    await expectEachOnce({ fault, recoveredMs }, client, ended, external, batch)
  })
})
