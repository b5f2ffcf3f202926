import { freePorts } from '#infra/services/process.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type BatchParts, openBatchParts } from '#test/support/faults/batch-parts.ts'
import { API_KEY, endAllServices } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio, sharedPostgres } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

/** Fewer items may be in the stages than there are hosts that nobody answers for. */
const WINDOW = 4
const DEAD_HOSTS = 6
const PAGES = 10

interface HostAnswer {
  readonly host: string
  readonly running: number
  readonly rests_until: string | null
}

describe('hosts with long cooldowns, on Kafka, Redis and MinIO', function () {
  this.timeout(300_000)
  const [kafka, redis, minio, postgres] = [sharedKafka(), ownRedis(), sharedMinio(), sharedPostgres()]
  let site: TargetSite
  let service: BatchParts
  before(async () => {
    const services = { ...kafka.env, ...redis.env, ...minio.env, ...postgres.env }
    site = await openSite({ hosts: 1 })
    const settings = { BATCH_WINDOW: String(WINDOW), BATCH_HOST_DELAY_MS: '0' }
    service = await openBatchParts({
      env: { ...services, ...settings },
      count: 1,
      stages: ['fetch', 'extract'],
    })
  })
  after(async () => {
    await service?.close()
    await endAllServices()
    await site?.close()
  })

  it('have no more items in the stages than the one whose inspection has begun, and the others go on', async () => {
    const dead = (await freePorts(1)).flatMap((port) =>
      Array.from({ length: DEAD_HOSTS }, (_, host) =>
        Array.from({ length: PAGES }, (_, page) => `http://127.0.1.${host + 1}:${port}/page-${page}`),
      ).flat(),
    )
    const well = Array.from({ length: PAGES }, (_, page) => site.url(`/page-${page}`, 0))
    const { id } = await service.batches.submit([...dead, ...well])
    const hosts = async (): Promise<HostAnswer[]> => {
      const answer = await fetch(`${service.url}/batches/${id}?hosts=20`, {
        headers: { 'x-api-key': API_KEY },
      })
      return ((await answer.json()) as { hosts: HostAnswer[] }).hosts
    }
    const resting = new Set<string>()
    await eventually(async () => {
      for (const { host, running, rests_until } of await hosts())
        if (running <= 1 && rests_until !== null) resting.add(host)
      return resting.size === DEAD_HOSTS
    }, 120_000)
    await eventually(async () => (await service.batches.status(id)).counts.done === PAGES, 120_000)
    await service.batches.cancel(id)
  })
})
