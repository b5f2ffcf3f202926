import { expect } from 'chai'
import { type BatchParts, openBatchParts } from '#test/support/faults/batch-parts.ts'
import {
  expectWholeResults,
  resumedAfterMs,
  statusSoon,
  untilDone,
} from '#test/support/faults/batch-progress.ts'
import { type InstantStage, startInstantStage } from '#test/support/faults/instant-stage.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { endAllServices } from '#test/support/service/service-process.ts'
import { ownPostgres, ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'

const URLS = 20_000
const HOSTS = 400
const KILLS = 3
const MOST_RESUMED_MS = 10_000

describe('PostgreSQL that is killed under a batch, with Kafka, Redis and MinIO', function () {
  this.timeout(580_000)
  const postgres = ownPostgres()
  const services = [sharedKafka(), ownRedis(), sharedMinio(), postgres]
  let stage: InstantStage
  let service: BatchParts
  before(async () => {
    const env = Object.assign({}, ...services.map((one) => one.env))
    service = await openBatchParts({ env, count: 3 })
    stage = await startInstantStage(env)
  })
  after(async () => {
    await service?.close()
    await stage?.stop()
    await endAllServices()
  })

  it('loses no URL and no line, and the batch goes on by itself', async () => {
    const urls = Array.from({ length: URLS }, (_, at) => `http://h${at % HOSTS}.example/${at}`)
    const { id } = await service.batches.submit(urls)
    let recoveredMs = 0
    for (let kill = 1; kill <= KILLS; kill++) {
      await untilDone(service.batches, id, (kill * URLS) / (KILLS + 1))
      const before = await statusSoon(service.batches, id)
      await postgres.service.kill()
      await postgres.service.start()
      recoveredMs = Math.max(recoveredMs, await resumedAfterMs(service.batches, id, before))
    }
    const { state, counts } = await service.batches.untilEnded(id)
    reportFault({
      fault: `PostgreSQL killed ${KILLS} times under a batch`,
      accepted: URLS,
      lost: URLS - counts.done,
      repeated: stage.repeated(),
      recoveredMs,
    })
    expect({ state, ...counts }).to.include({ state: 'finished', accepted: URLS, done: URLS, failed: 0 })
    const lines = await expectWholeResults(service.batches, id, urls)
    expect(lines.filter((line) => stage.requests.get(line.id) !== line.url)).to.deep.equal([])
    expect(recoveredMs).to.be.below(MOST_RESUMED_MS)
  })
})
