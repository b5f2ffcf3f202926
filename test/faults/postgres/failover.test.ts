import { expect } from 'chai'
import pg from 'pg'
import { type RunningReplica, startPostgres, startReplica } from '#infra/services/postgres.ts'
import type { RunningService } from '#infra/services/service.ts'
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
import { ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'
import { skipLoudly } from '#test/support/skips.ts'

const URLS = 20_000
const HOSTS = 400
const MOST_RESUMED_MS = 10_000

describe('PostgreSQL that fails over to a streaming replica, with Kafka, Redis and MinIO', function () {
  this.timeout(580_000)
  const services = [sharedKafka(), ownRedis(), sharedMinio()]
  let primary: RunningService
  let replica: RunningReplica
  let stage: InstantStage
  let service: BatchParts
  before(async function () {
    await startBoth().catch((error) => skipLoudly(this, `no PostgreSQL: ${error.message}`))
    const env = Object.assign({ POSTGRES_URL: urlOfBoth() }, ...services.map((one) => one.env))
    service = await openBatchParts({ env, count: 3 })
    stage = await startInstantStage(env)
  })
  after(async () => {
    await service?.close()
    await stage?.stop()
    await endAllServices()
    await primary?.kill()
    await replica?.kill()
  })

  async function startBoth(): Promise<void> {
    primary = await startPostgres({ synchronous_standby_names: '*', synchronous_commit: 'local' })
    replica = await startReplica(primary)
    await waitForReplica(primary.env.POSTGRES_URL ?? '')
  }

  /** One URL with the hosts of both servers (PostgreSQL documentation, "Connection URIs"). */
  function urlOfBoth(): string {
    const url = primary.env.POSTGRES_URL ?? ''
    return url.replace(/@[^/]+/, `@127.0.0.1:${primary.port},127.0.0.1:${replica.port}`)
  }

  it('loses no URL and no line, and the batch goes on at the replica', async () => {
    const urls = Array.from({ length: URLS }, (_, at) => `http://h${at % HOSTS}.example/${at}`)
    const { id } = await service.batches.submit(urls)
    await untilDone(service.batches, id, URLS / 3)
    const before = await statusSoon(service.batches, id)
    await primary.kill()
    await replica.promote()
    const recoveredMs = await resumedAfterMs(service.batches, id, before)
    const { state, counts } = await service.batches.untilEnded(id)
    reportFault({
      fault: 'PostgreSQL killed, and its synchronous replica promoted',
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

/** From now on the server answers a commit of the application once its replica has it. */
async function waitForReplica(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('ALTER ROLE CURRENT_USER SET synchronous_commit = on')
  } finally {
    await client.end()
  }
}
