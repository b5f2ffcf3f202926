import { expect } from 'chai'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import type { Consumer } from '#shared/consumer/consumer.ts'
import { unavailable } from '#shared/errors.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import { markReleased, releasedRecord } from '#shared/messages/events/deferred.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { hostKey, type Lane } from '#shared/messages/topics.ts'
import { makeHostRateLimiter } from '#shared/politeness/store-host-rate-limiter.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'
import type { StageHandler } from '#shared/stage/stage-handler.ts'
import { noTracer } from '#shared/telemetry/tracer.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { text, value } from '../stage-fixture.ts'
import { requestOf, resultOf, runToyStage } from '../toy-stage.ts'

const limits = {
  BATCH_HOST_CONCURRENCY: 1,
  BATCH_HOST_DELAY_MS: 20,
}
const urlOf = (event: CloudEvent, lane: Lane) => describeRequest(event, lane).url
const concurrencyKeyOf: StageHandler['concurrencyKeyOf'] = (event, lane) => hostKey(urlOf(event, lane))
const requests = (host: string, count: number): NewRecord[] =>
  Array.from({ length: count }, (_, index) =>
    requestOf(`${host}/${index}`, 'batch', { url: `http://${host}/${index}` }),
  )

describe('stage with slow hosts', () => {
  const clock = driveClockInEachTest()
  let embedded: Embedded
  let consumer: Consumer | null
  let results: readonly LogRecord[]
  let deferred: readonly LogRecord[]
  beforeEach(async () => {
    consumer = null
    embedded = await openEmbedded()
    results = await embedded.watch('result.metadata')
    deferred = await embedded.watch('inspection.deferred')
  })
  afterEach(async () => {
    await consumer?.drain(0)
    await embedded.close()
  })

  type Options = Parameters<typeof runToyStage>[2]
  async function run(handle: StageHandler['handle'], options: Options = {}): Promise<void> {
    consumer = await runToyStage(embedded, handle, {
      concurrencyKeyOf,
      maxPendingPerHost: 100,
      highWater: 400,
      ...options,
    })
  }

  /** Visits the host politely; those named slow ask for 30 s between two visits. */
  function visiting(): StageHandler['handle'] {
    const turns = makeHostRateLimiter(embedded.store, limits)
    return async (work) => {
      const url = urlOf(work.event, work.lane)
      const taken = await turns.acquire(url)
      if ('retryAfterMs' in taken) throw new ThrottledError(taken.retryAfterMs)
      if ('circuitOpen' in taken) throw taken.circuitOpen
      const crawlDelayMs = url.includes('slow') ? 30_000 : null
      await taken.permit.release({
        responseMs: 1,
        status: 200,
        retryAfterMs: null,
        crawlDelayMs,
        isFailed: false,
      })
      return resultOf(work, '1')
    }
  }
  const idsOf = (records: readonly LogRecord[]) => records.map((record) => text(record, 'ce_subject') ?? '')
  const isSlow = (id: string) => id.includes('slow')
  const isCommitted = async () => {
    const [lag] = await embedded.log.lag('toy.batch', ['inspection.requested.batch'])
    return lag?.records === 0
  }

  it('processes all others while a host with 2,000 earlier requests waits', async () => {
    await embedded.log.append(requests('slow.example', 2000))
    const others = Array.from({ length: 50 }, (_, index) => requests(`h${index}.example`, 4))
    await embedded.log.append(others.flat())
    await run(visiting())
    await clock.until(() => results.length >= 201)
    const done = idsOf(results)
    expect(done.filter(isSlow)).to.deep.equal(['slow.example/0'])
    expect(new Set(done).size).to.equal(201)
    await clock.until(() => deferred.length + (consumer?.pending('batch') ?? 0) === 1999)
    expect(consumer?.pending('batch')).to.be.at.most(100)
    const places = new Set(deferred.map((record) => text(record, 'pp_admitted')))
    expect(places.size).to.equal(deferred.length)
  })

  it('processes all others while more requests of slow hosts wait than the lane holds', async () => {
    const slow = Array.from({ length: 10 }, (_, index) => requests(`slow${index}.example`, 60))
    await embedded.log.append(slow.flat())
    await embedded.log.append(Array.from({ length: 20 }, (_, n) => requests(`h${n}.example`, 4)).flat())
    await run(visiting())
    await clock.until(() => results.length >= 90)
    expect(idsOf(results).filter(isSlow)).to.have.length(10)
    expect(deferred.length).to.be.above(0)
    expect(new Set(deferred.map((record) => text(record, 'ce_id'))).size).to.equal(deferred.length)
    expect(consumer?.pending('batch')).to.be.at.most(400)
  })

  it('waits for a permit without an attempt, a slot or a span', async () => {
    const metrics = prometheusMetrics({ process: false })
    const claims: string[] = []
    const claim: Embedded['store']['claim'] = (key, ...more) => {
      if (key.startsWith('inspection:')) claims.push(key)
      return embedded.store.claim(key, ...more)
    }
    let begun = 0
    const handle: StageHandler['handle'] = async (work) => {
      begun += 1
      if (begun <= 20) throw new ThrottledError(5)
      return resultOf(work, '1')
    }
    const store = { ...embedded.store, claim }
    const options = { keyOf: concurrencyKeyOf, tries: 2, telemetry: { metrics, tracer: noTracer } }
    consumer = await runToyStage({ ...embedded, store }, handle, options)
    await embedded.log.append(requests('a.example', 1))
    await clock.until(() => results.length === 1)
    expect(begun).to.equal(21)
    expect(claims).to.have.length(1)
    const { text: exposed } = await metrics.expose()
    expect(exposed).to.match(/work_seconds_count\{[^}]*lane="batch"[^}]*outcome="completed"\} 1\n/)
    expect(exposed).not.to.match(/work_seconds_count\{[^}]*outcome="retried"\} [1-9]/)
    await clock.until(isCommitted)
  })

  it('continues with a host while one of its requests waits for another host', async () => {
    let isFree = false
    await run(async (work) => {
      const leadsAway = urlOf(work.event, work.lane).endsWith('/0')
      if (leadsAway && !isFree) throw new ThrottledError(300, 'b.example')
      return resultOf(work, '1')
    })
    await embedded.log.append(requests('a.example', 4))
    await clock.until(() => results.length === 3)
    isFree = true
    await clock.until(() => results.length === 4)
    expect(idsOf(results)).to.deep.equal(['a.example/1', 'a.example/2', 'a.example/3', 'a.example/0'])
    await clock.until(isCommitted)
  })

  it('ends a request that expires while it waits for a permit', async () => {
    const failed = await embedded.watch('inspection.failed')
    await run(async () => {
      throw new ThrottledError(3_600_000)
    })
    const headers = { ce_expirytime: new Date(Date.now() + 30_000).toISOString() }
    await embedded.log.append([requestOf('late', 'batch', { url: 'http://a.example/', headers })])
    const began = clock.now()
    await clock.until(() => failed.length === 1)
    expect(value(failed[0])).to.include({ code: 'TIMEOUT', url: 'http://a.example/' })
    expect(clock.now() - began).to.be.within(30_000, 30_010)
  })

  it('processes a deferred request once it is released, and drops its duplicates, deferred or not', async () => {
    const done: string[] = []
    let isOpen = false
    await run(
      async (work) => {
        if (!isOpen) throw new ThrottledError(10)
        done.push(work.event.id)
        return resultOf(work, '1')
      },
      { maxPendingPerHost: 1 },
    )
    await embedded.log.append(requests('a.example', 3))
    await embedded.log.append(requests('a.example', 3))
    await clock.until(() => deferred.length === 5)
    isOpen = true
    await clock.until(() => done.length === 1)
    for (const record of deferred) await embedded.log.append([releasedRecord(record)])
    await clock.until(() => done.length === 3)
    await clock.until(isCommitted)
    expect(done).to.deep.equal(['a.example/0', 'a.example/1', 'a.example/2'])
    expect(results).to.have.length(3)
  })

  it('does not defer a released request again', async () => {
    await run(visiting(), { maxPendingPerHost: 1 })
    await embedded.log.append(requests('a.example', 5).map(markReleased))
    await clock.until(() => results.length === 5)
    expect(deferred).to.deep.equal([])
  })

  it('loses no request while the log accepts no records', async () => {
    let isAway = true
    const append: Embedded['log']['append'] = (records) =>
      isAway ? Promise.reject(unavailable('log')) : embedded.log.append(records)
    const log = { ...embedded.log, append }
    consumer = await runToyStage({ ...embedded, log }, visiting(), { concurrencyKeyOf, maxPendingPerHost: 2 })
    await embedded.log.append(requests('slow.example', 30))
    await clock.until(() => consumer?.pending('batch') === 30)
    isAway = false
    await clock.until(() => deferred.length === 28)
    await clock.until(() => results.length === 1)
  })
})
