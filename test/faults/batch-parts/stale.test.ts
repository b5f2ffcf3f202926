import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type BatchParts, openBatchParts } from '#test/support/faults/batch-parts.ts'
import { expectWholeResults, resumedAfterMs, untilDone } from '#test/support/faults/batch-progress.ts'
import { type InstantStage, startInstantStage } from '#test/support/faults/instant-stage.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { withConstants } from '#test/support/service/constants/with-constants.ts'
import { endAllServices } from '#test/support/service/service-process.ts'
import { ownPostgres, ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'

const URLS = 20_000
const HOSTS = 400
const LEASE_MS = 10_000
/** The leases of all that the part had taken are over by then, and others have it. */
const SUSPENDED_MS = 60_000

describe('a batch part that is suspended, on Kafka, Redis, MinIO and PostgreSQL', function () {
  this.timeout(580_000)
  const services = [sharedKafka(), ownRedis(), sharedMinio(), ownPostgres()]
  let stage: InstantStage
  let service: BatchParts
  before(async () => {
    const env = Object.assign({}, ...services.map((one) => one.env))
    const command = withConstants({ 'stages/batch/frontier/frontier-settings.ts': { LEASE_MS } })
    service = await openBatchParts({ env, count: 3, command })
    stage = await startInstantStage(env)
  })
  after(async () => {
    for (const part of service?.parts ?? []) part.signal('SIGCONT')
    await service?.close()
    await stage?.stop()
    await endAllServices()
  })

  it('does no harm when it wakes up after its leases', async () => {
    const urls = Array.from({ length: URLS }, (_, at) => `http://h${at % HOSTS}.example/${at}`)
    const { id } = await service.batches.submit(urls)
    await untilDone(service.batches, id, URLS / 6)
    const [stale] = service.parts
    stale?.signal('SIGSTOP')
    const before = await service.batches.status(id).catch(() => null)
    await sleep(SUSPENDED_MS)
    stale?.signal('SIGCONT')
    const recoveredMs = before === null ? null : await resumedAfterMs(service.batches, id, before)
    const second = urls.map((url) => `${url}?again`).slice(0, URLS / 6)
    const later = await service.batches.submit(second)
    const ended = await service.batches.untilEnded(id)
    const endedLater = await service.batches.untilEnded(later.id)
    reportFault({
      fault: 'one of three batch parts suspended until its leases are over, and woken up',
      accepted: URLS + second.length,
      lost: URLS + second.length - ended.counts.done - endedLater.counts.done,
      repeated: stage.repeated(),
      recoveredMs,
    })
    const lines = [
      ...(await expectWholeResults(service.batches, id, urls)),
      ...(await expectWholeResults(service.batches, later.id, second)),
    ]
    expect(stage.changed).to.deep.equal([])
    expect(lines.filter((line) => stage.requests.get(line.id) !== line.url)).to.deep.equal([])
  })
})
