import { expect } from 'chai'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import { trace } from '#shared/stage/middleware/trace.ts'
import type { Step } from '#shared/stage/middleware.ts'
import type { StageHandler } from '#shared/stage/stage-handler.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { recordingTracer } from '#test/unit/shared/telemetry/recording-tracer.ts'
import { attemptOf } from '../attempt.ts'
import { text } from '../stage-fixture.ts'
import { forwarded, requestOf, resultOf, runToyStage } from '../toy-stage.ts'

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

/** What is seen from outside of a stage's work. The toy stage counts as `other`: it is none of the service's. */
describe('stage telemetry', () => {
  const clock = driveClockInEachTest()
  let embedded: Embedded
  let metrics: ReturnType<typeof prometheusMetrics>
  let tracer: ReturnType<typeof recordingTracer>
  let drain: () => Promise<void>
  beforeEach(async () => {
    embedded = await openEmbedded()
    metrics = prometheusMetrics({ process: false })
    tracer = recordingTracer()
    drain = async () => {}
  })
  afterEach(async () => {
    await drain()
    await embedded.close()
  })

  async function run(
    handle: StageHandler['handle'],
    ...requests: Parameters<typeof requestOf>[]
  ): Promise<void> {
    const consumer = await runToyStage(embedded, handle, { telemetry: { metrics, tracer }, maxAttempts: 2 })
    drain = () => consumer.drain(0)
    await embedded.log.append(requests.map((request) => requestOf(...request)))
  }

  async function value(series: string): Promise<number | null> {
    const { text: exposed } = await metrics.expose()
    const line = exposed.split('\n').find((one) => one.startsWith(`${series} `))
    return line === undefined ? null : Number(line.split(' ').at(-1))
  }
  const ended = (lane: string, outcome: string) =>
    value(`pageprobe_stage_work_seconds_count{stage="other",lane="${lane}",outcome="${outcome}"}`)
  const failures = (lane: string, code: string) =>
    value(`pageprobe_stage_failures_total{stage="other",lane="${lane}",code="${code}"}`)

  it('counts completed and forwarded attempts, by lane', async () => {
    await run(
      async (work) => (work.lane === 'batch' ? forwarded(work.event, work.lane) : resultOf(work, '1')),
      ['one'],
      ['two', 'batch'],
    )
    await clock.until(async () => (await ended('batch', 'forwarded')) === 1)
    await clock.until(async () => (await ended('interactive', 'completed')) === 1)
  })

  it('counts a duplicate of a batch request', async () => {
    await run(async (work) => resultOf(work, '1'), ['same', 'batch'], ['same', 'batch'])
    await clock.until(async () => (await ended('batch', 'duplicate')) === 1)
    await clock.until(async () => (await ended('batch', 'completed')) === 1)
  })

  it('counts failures by code, and retried attempts', async () => {
    await run(
      async ({ event }) => {
        if (event.id === 'gone') throw new Failure('URL_UNREACHABLE', 'no')
        throw new Error('a defect at 10.0.0.1')
      },
      ['gone'],
      ['broken', 'batch'],
    )
    await clock.until(async () => (await ended('batch', 'failed')) === 1)
    expect(await failures('interactive', 'URL_UNREACHABLE')).to.equal(1)
    expect(await ended('batch', 'retried')).to.equal(1)
    expect(await failures('batch', 'INTERNAL_ERROR')).to.equal(1)
    expect((await metrics.expose()).text).not.to.include('10.0.0.1')
  })

  it('counts dead letters', async () => {
    await run(async (work) => resultOf(work, '1'))
    await embedded.log.append([{ ...requestOf('x'), headers: {} }])
    await clock.until(async () => (await value('pageprobe_dead_letters_total{stage="other"}')) === 1)
  })

  it('exports the slots and jobs of the pool', async () => {
    const going = Promise.withResolvers<void>()
    await run(
      async (work) => {
        await going.promise
        return resultOf(work, '1')
      },
      ...Array.from({ length: 10 }, (_, index): [string, 'batch'] => [`b${index}`, 'batch']),
    )
    const jobs = (state: string) => value(`pageprobe_pool_jobs{stage="other",lane="batch",state="${state}"}`)
    // Eight slots, two of them for interactive alone.
    await clock.until(async () => (await jobs('waiting')) === 4)
    expect(await jobs('running')).to.equal(6)
    expect(await jobs('delayed')).to.equal(0)
    expect(await value('pageprobe_pool_slots{stage="other",kind="all"}')).to.equal(8)
    expect(await value('pageprobe_pool_slots{stage="other",kind="reserved"}')).to.equal(2)
    going.resolve()
    await clock.until(async () => (await jobs('running')) === 0)
  })

  it("starts the span of an attempt below the event's trace, and later spans below it", async () => {
    const next = await embedded.watch('page.fetched.batch')
    let handed: string | undefined
    await run(
      async ({ event, lane }) => {
        handed = event.attributes.traceparent
        return forwarded(event, lane)
      },
      ['one', 'batch', { headers: { ce_traceparent: TRACEPARENT } }],
    )
    await clock.until(() => next.length === 1)
    const [span] = tracer.spans
    expect(span).to.include({
      name: 'process inspection.requested.batch',
      kind: 'consumer',
      parent: TRACEPARENT,
      error: null,
      traceparent: handed,
    })
    expect(span?.attributes).to.include({
      'messaging.system': 'sqlite',
      'messaging.operation.type': 'process',
      'messaging.consumer.group.name': 'toy.batch',
      'messaging.destination.name': 'inspection.requested.batch',
    })
    expect(text(next[0], 'ce_traceparent')).to.equal(span?.traceparent)
  })

  it('starts the spans of a failure below its attempt', async () => {
    const failed = await embedded.watch('inspection.failed')
    await run(
      async () => Promise.reject(new Failure('TIMEOUT', 'late')),
      ['one', 'interactive', { headers: { ce_traceparent: TRACEPARENT } }],
    )
    await clock.until(() => failed.length === 1)
    await clock.until(() => tracer.spans[0]?.error === 'TIMEOUT')
    expect(text(failed[0], 'ce_traceparent')).to.equal(tracer.spans[0]?.traceparent)
  })

  it('starts a trace for an event without one', async () => {
    const results = await embedded.watch('result.metadata')
    await run(async (work) => resultOf(work, '1'), ['one'])
    await clock.until(() => results.length === 1)
    expect(tracer.spans[0]?.parent).to.equal(null)
    expect(text(results[0], 'ce_traceparent')).to.equal(tracer.spans[0]?.traceparent)
  })

  it('ends the span of a retried attempt as failed', async () => {
    let tries = 0
    await run(
      async (work) => {
        tries += 1
        if (tries === 1) throw unavailable('objects')
        return resultOf(work, '1')
      },
      ['one', 'batch'],
    )
    await clock.until(() => tracer.spans.length === 2)
    await clock.until(() => tracer.spans[1]?.error === null)
    expect(tracer.spans[0]?.error).to.equal('SERVICE_UNAVAILABLE')
  })

  describe('of one attempt', () => {
    const attempts = () =>
      value('pageprobe_stage_work_seconds_count{stage="other",lane="batch",outcome="retried"}')
    const tried = (step: Step) =>
      trace('other', { metrics, tracer }, 'kafka')(step)(attemptOf(['one', 'batch']))

    it('counts one that rejects as retried, ends its span with the error and passes it on', async () => {
      const error = unavailable('store')
      expect(await rejectionOf(tried(() => Promise.reject(error)))).to.equal(error)
      expect(await attempts()).to.equal(1)
      expect(await failures('batch', 'SERVICE_UNAVAILABLE')).to.equal(1)
      expect(tracer.spans[0]?.error).to.equal('SERVICE_UNAVAILABLE')
    })

    it('counts an attempt that is repeated, but no work that was postponed or did not start', async () => {
      for (const effect of [{ postponeMs: 5 }, { retryAfterMs: 5, isAttempt: false }] as const)
        expect(await tried(async () => effect)).to.equal(effect)
      expect(await attempts()).to.equal(null)
      await tried(async () => ({ retryAfterMs: 5, code: 'error' }))
      expect(await attempts()).to.equal(1)
    })
  })
})
