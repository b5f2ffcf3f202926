import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type BatchParts, openBatchParts } from '#test/support/faults/batch-parts.ts'
import { expectWholeResults, untilDone, watchProgress } from '#test/support/faults/batch-progress.ts'
import { type InstantStage, startInstantStage } from '#test/support/faults/instant-stage.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { endAllServices } from '#test/support/service/service-process.ts'
import { ownPostgres, ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'

const URLS = 200_000
const HOSTS = 2000
const KILLS = 5
const AWAY_MS = 2000
const WINDOW = 800
const MOST_PAUSE_MS = 5000

describe('three batch parts that are killed in turn, on Kafka, Redis, MinIO and PostgreSQL', function () {
  this.timeout(580_000)
  const services = [sharedKafka(), ownRedis(), sharedMinio(), ownPostgres()]
  let stage: InstantStage
  let service: BatchParts
  before(async () => {
    const env = Object.assign({ BATCH_WINDOW: String(WINDOW) }, ...services.map((one) => one.env))
    service = await openBatchParts({ env, count: 3 })
    stage = await startInstantStage(env)
  })
  after(async () => {
    await service?.close()
    await stage?.stop()
    await endAllServices()
  })

  it('lose no URL and no line, pass on none again but what was on its way, and the others go on', async () => {
    const urls = Array.from({ length: URLS }, (_, at) => `http://h${at % HOSTS}.example/${at}`)
    const { id, counts } = await service.batches.submit(urls)
    expect(counts).to.include({ accepted: URLS, rejected: 0 })
    const watch = watchProgress(service.batches, id)
    for (let kill = 1; kill <= KILLS; kill++) {
      await untilDone(service.batches, id, (kill * URLS) / (KILLS + 1))
      const part = service.parts[kill % 3]
      await part?.lose()
      await sleep(AWAY_MS)
      await part?.start()
    }
    const { ended, longestPauseMs } = await watch
    reportFault({
      fault: `three batch parts killed in turn, ${KILLS} times, with all that they have`,
      accepted: URLS,
      lost: URLS - ended.counts.done,
      repeated: stage.repeated(),
      recoveredMs: longestPauseMs,
    })
    expect(ended.state).to.equal('finished')
    expect(ended.counts).to.include({ accepted: URLS, done: URLS, failed: 0, waiting: 0, running: 0 })
    const lines = await expectWholeResults(service.batches, id, urls)
    expect(stage.changed).to.deep.equal([])
    expect(lines.filter((line) => stage.requests.get(line.id) !== line.url)).to.deep.equal([])
    expect(stage.repeated()).to.be.at.most(KILLS * WINDOW)
    expect(longestPauseMs).to.be.below(MOST_PAUSE_MS)
  })
})
