import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { endAllServices } from '#test/support/service/service-process.ts'
import { ownKafkaCluster, ownMinio, ownRedis } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { expectWholeResults } from './expect-whole-results.ts'
import { openPartsWithShards, type PartsWithShards } from './parts-with-shards.ts'

const HOSTS = 20
const PAGES = 900
const AWAY_MS = 8000

describe('the frontier in shards without its services, on three brokers, Redis and MinIO', function () {
  this.timeout(300_000)
  const cluster = ownKafkaCluster()
  const redis = ownRedis()
  const minio = ownMinio()
  let site: TargetSite
  let service: PartsWithShards
  before(async () => {
    site = await openSite({ hosts: HOSTS })
    const settings = { FRONTIER_SHARDS: '6', FRONTIER_SNAPSHOT_SECONDS: '5', BATCH_HOST_DELAY_MS: '300' }
    service = await openPartsWithShards({ ...settings, ...cluster.env, ...redis.env, ...minio.env }, 2)
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
    reportFault({ fault: 'shards without the object store, then without a broker', accepted: PAGES, lost })
    expect({ state, ...counts }).to.deep.equal({
      ...{ state: 'finished', accepted: PAGES, rejected: 0 },
      ...{ waiting: 0, running: 0, done: PAGES, failed: 0 },
    })
    await expectWholeResults(service.batches, id, urls)
  })
})
