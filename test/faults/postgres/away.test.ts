import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type BatchParts, openBatchParts } from '#test/support/faults/batch-parts.ts'
import {
  expectWholeResults,
  resumedAfterMs,
  statusSoon,
  untilDone,
} from '#test/support/faults/batch-progress.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { getMetadata } from '#test/support/service/api-client.ts'
import { API_KEY, endAllServices } from '#test/support/service/service-process.ts'
import { ownPostgres, ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const PAGES = 3000
const HOSTS = 20
const AWAY_MS = 60_000
const MOST_ANSWER_MS = 2000
const MOST_RESUMED_MS = 10_000
/** A call for a page that nobody else asks for, on a machine that does other work: see the contract. */
const MOST_CALL_MS = 5000
const PAUSE_MS = 1000

interface Call {
  readonly status: number
  readonly retryAfter: string | null
  readonly ms: number
}

describe('PostgreSQL that is away, with Kafka, Redis and MinIO', function () {
  this.timeout(400_000)
  const postgres = ownPostgres()
  const services = [sharedKafka(), ownRedis(), sharedMinio(), postgres]
  let site: TargetSite
  let service: BatchParts
  before(async () => {
    site = await openSite({ hosts: HOSTS })
    const env = Object.assign({ BATCH_HOST_DELAY_MS: '100' }, ...services.map((one) => one.env))
    service = await openBatchParts({ env, count: 2, stages: ['fetch', 'extract'] })
  })
  after(async () => {
    await service?.close()
    await endAllServices()
    await site?.close()
  })

  async function timed(path: string, init: RequestInit = {}): Promise<Call> {
    const began = performance.now()
    const headers = { 'x-api-key': API_KEY, ...init.headers }
    const answer = await fetch(`${service.url}${path}`, { ...init, headers })
    await answer.text()
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      ms: performance.now() - began,
    }
  }

  const lines = { 'content-type': 'application/x-ndjson' }
  const batchCalls = (id: string) => [
    () => timed(`/batches/${id}`),
    () => timed('/batches'),
    () => timed(`/batches/${id}/pause`, { method: 'POST' }),
    () => timed('/batches?operation=metadata', { method: 'POST', headers: lines, body: site.url('/more') }),
    () => timed('/batches?open=true', { method: 'POST', headers: lines, body: '' }),
  ]

  it('refuses calls about batches soon, is not noticed by others, and the batch goes on after its return', async () => {
    const urls = Array.from({ length: PAGES }, (_, at) => site.url(`/page-${at}`, at % HOSTS))
    const { id } = await service.batches.submit(urls)
    await untilDone(service.batches, id, PAGES / 20)
    const before = await statusSoon(service.batches, id)
    const batch: Call[] = []
    const interactive: Call[] = []
    await postgres.service.kill()
    const until = performance.now() + AWAY_MS
    for (let n = 0; performance.now() < until; n++) {
      const began = performance.now()
      const { status } = await getMetadata(service.url, site.url(`/called-${n}`))
      interactive.push({ status, retryAfter: null, ms: performance.now() - began })
      batch.push(...(await Promise.all(batchCalls(id).map((call) => call()))))
      await sleep(PAUSE_MS)
    }
    await postgres.service.start()
    const recoveredMs = await resumedAfterMs(service.batches, id, before)
    const { state, counts } = await service.batches.untilEnded(id)
    const slowest = Math.max(...batch.map(({ ms }) => ms))
    const wrong = batch.filter(({ status, retryAfter }) => status !== 503 || !/^\d+$/.test(retryAfter ?? ''))
    const failed = interactive.filter(({ status }) => status !== 200)
    reportFault({
      fault: `PostgreSQL away for ${AWAY_MS / 1000} s; the slowest of ${batch.length} refusals took ${Math.round(slowest)} ms`,
      accepted: PAGES + interactive.length,
      lost: PAGES - counts.done + failed.length,
      wrong: wrong.length,
      recoveredMs,
    })
    expect(wrong).to.deep.equal([])
    expect(slowest).to.be.below(MOST_ANSWER_MS)
    expect(failed).to.deep.equal([])
    expect(interactive.filter(({ ms }) => ms > MOST_CALL_MS)).to.deep.equal([])
    expect(recoveredMs).to.be.below(MOST_RESUMED_MS)
    expect({ state, ...counts }).to.include({ state: 'finished', accepted: PAGES, done: PAGES, failed: 0 })
    await expectWholeResults(service.batches, id, urls)
  })
})
