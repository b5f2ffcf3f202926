import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type BatchParts, openBatchParts } from '#test/support/faults/batch-parts.ts'
import { expectWholeResults } from '#test/support/faults/batch-progress.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { endAllServices } from '#test/support/service/service-process.ts'
import { ownKafkaCluster, ownMinio, ownRedis, sharedPostgres } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const HOSTS = 20
const PAGES = 900
const AWAY_MS = 8000

describe('the frontier without its services, on three brokers, Redis and MinIO', function () {
  this.timeout(300_000)
  const cluster = ownKafkaCluster()
  const redis = ownRedis()
  const minio = ownMinio()
  const postgres = sharedPostgres()
  let site: TargetSite
  let service: BatchParts
  before(async () => {
    site = await openSite({ hosts: HOSTS })
    const settings = { BATCH_HOST_DELAY_MS: '300' }
    service = await openBatchParts({
      env: { ...settings, ...cluster.env, ...redis.env, ...minio.env, ...postgres.env },
      count: 2,
      stages: ['fetch', 'extract'],
    })
  })
  after(async () => {
    await service?.close()
    await endAllServices()
    await site?.close()
  })

  it('loses no line while the object store is away and a broker is killed', async () => {
    const urls = Array.from({ length: PAGES }, (_, at) => site.url(`/page-${at}`, at % HOSTS))
    const { id } = await service.batches.submit(urls)
    await minio.service.kill()
    await sleep(AWAY_MS)
    await minio.service.start()
    const [broker] = cluster.brokers
    await broker?.kill()
    await sleep(AWAY_MS)
    await broker?.start()
    const { state, counts } = await service.batches.untilEnded(id)
    const lost = PAGES - counts.done
    reportFault({
      fault: 'batch parts without the object store, then without a broker',
      accepted: PAGES,
      lost,
    })
    expect({ state, ...counts }).to.deep.equal({
      ...{ state: 'finished', accepted: PAGES, rejected: 0 },
      ...{ waiting: 0, running: 0, done: PAGES, failed: 0 },
    })
    await expectWholeResults(service.batches, id, urls)
  })
})
