import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type BreakableProxy, breakableProxy } from '#test/contract/breakable-proxy.ts'
import { type BatchParts, openBatchParts } from '#test/support/faults/batch-parts.ts'
import { expectWholeResults, resumedAfterMs, statusSoon } from '#test/support/faults/batch-progress.ts'
import { type InstantStage, startInstantStage } from '#test/support/faults/instant-stage.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { endAllServices } from '#test/support/service/service-process.ts'
import { ownPostgres, ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'

const URLS = 20_000
const HOSTS = 400
const CUTS = 30
const CUT_MS = 150
const BETWEEN_MS = 400

describe('connections to PostgreSQL that are cut, with Kafka, Redis and MinIO', function () {
  this.timeout(580_000)
  const postgres = ownPostgres()
  const services = [sharedKafka(), ownRedis(), sharedMinio()]
  let relay: BreakableProxy
  let stage: InstantStage
  let service: BatchParts
  before(async () => {
    relay = await breakableProxy(postgres.service.port)
    const url = new URL(postgres.env.POSTGRES_URL ?? '')
    url.port = String(relay.port)
    const env = Object.assign({ POSTGRES_URL: url.href }, ...services.map((one) => one.env))
    service = await openBatchParts({ env, count: 3 })
    stage = await startInstantStage(env)
  })
  after(async () => {
    await service?.close()
    await stage?.stop()
    await endAllServices()
    await relay?.stop()
  })

  it('lose no URL and no line, whether a commit was done or not', async () => {
    const urls = Array.from({ length: URLS }, (_, at) => `http://h${at % HOSTS}.example/${at}`)
    const { id } = await service.batches.submit(urls)
    for (let cut = 0; cut < CUTS; cut++) {
      await sleep(BETWEEN_MS)
      // What the server has done is not answered: a commit among it.
      relay.break('losing replies')
      await sleep(CUT_MS)
      relay.break(null)
    }
    const before = await statusSoon(service.batches, id)
    const recoveredMs = before.state === 'running' ? await resumedAfterMs(service.batches, id, before) : 0
    relay.silenceOpen()
    const { state, counts } = await service.batches.untilEnded(id)
    reportFault({
      fault: `connections to PostgreSQL cut ${CUTS} times before its answers, then all silent`,
      accepted: URLS,
      lost: URLS - counts.done,
      repeated: stage.repeated(),
      recoveredMs,
    })
    expect({ state, ...counts }).to.include({ state: 'finished', accepted: URLS, done: URLS, failed: 0 })
    const lines = await expectWholeResults(service.batches, id, urls)
    expect(stage.changed).to.deep.equal([])
    expect(lines.filter((line) => stage.requests.get(line.id) !== line.url)).to.deep.equal([])
  })
})
