import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { endAllServices } from '#test/support/service/service-process.ts'
import { ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { expectWholeResults } from './expect-whole-results.ts'
import { openPartsWithShards, type PartsWithShards } from './parts-with-shards.ts'

const HOSTS = 20
const PAGES = 1500
const HOST_DELAY_MS = 150
/** Pages that may be fetched a second time: 2 of 100. */
const MOST_REPEATED = PAGES * 0.02

describe('batch parts with shards that are lost, on Kafka, Redis and MinIO', function () {
  this.timeout(240_000)
  const services = [sharedKafka(), ownRedis(), sharedMinio()]
  let site: TargetSite
  let service: PartsWithShards
  before(async () => {
    site = await openSite({ hosts: HOSTS })
    const settings = {
      FRONTIER_SHARDS: '64',
      FRONTIER_SNAPSHOT_SECONDS: '5',
      BATCH_HOST_DELAY_MS: String(HOST_DELAY_MS),
    }
    const env = Object.assign(settings, ...services.map((one) => one.env))
    service = await openPartsWithShards(env, 3)
  })
  after(async () => {
    await service?.close()
    await endAllServices()
    await site?.close()
  })

  const pages = (name: string) =>
    Array.from({ length: PAGES }, (_, at) => site.url(`/${name}-${at}`, at % HOSTS))

  it('loses no page and no line, and repeats next to none, when two parts are killed with their folders', async () => {
    const urls = pages('killed')
    const { id, counts } = await service.batches.submit(urls)
    expect(counts).to.include({ accepted: PAGES, rejected: 0 })
    for (const part of service.parts.slice(0, 2)) {
      await sleep(3000)
      await part.lose()
      await part.start()
    }
    const ended = await service.batches.untilEnded(id)
    expect(ended).to.deep.include({ state: 'finished' })
    // Without its folder, a part begins with copies of its shards, not with the first command.
    expect(service.parts[1]?.log()).to.include('"from":"snapshot"')
    expect(ended.counts).to.include({ accepted: PAGES, done: PAGES, failed: 0, waiting: 0, running: 0 })
    const requests = urls.reduce((sum, url) => sum + site.hits(new URL(url).pathname), 0)
    reportFault({
      fault: 'two of three batch parts killed, with their folders',
      ...{ accepted: PAGES, lost: PAGES - ended.counts.done, repeated: requests - PAGES },
    })
    await expectWholeResults(service.batches, id, urls)
    expect(requests).to.be.within(PAGES, PAGES + MOST_REPEATED)
  })

  it('goes on while each part is stopped and started in turn', async () => {
    const urls = pages('rolling')
    const { id } = await service.batches.submit(urls)
    for (const part of service.parts) {
      await sleep(1000)
      await part.stop()
      await part.start()
    }
    const ended = await service.batches.untilEnded(id)
    const lost = PAGES - ended.counts.done
    reportFault({ fault: 'each of three batch parts restarted in turn', accepted: PAGES, lost })
    expect(ended.counts).to.include({ accepted: PAGES, done: PAGES, failed: 0 })
    await expectWholeResults(service.batches, id, urls)
  })
})
