import { expect } from 'chai'
import { BudgetExceeded } from '#shared/async/budget-exceeded.ts'
import { startThreadPool } from '#shared/async/threads/thread-pool.ts'
import type { Failure } from '#shared/errors.ts'
import { type CloudEvent, fromRecord } from '#shared/messages/events/cloud-event.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import { pageRenderedRecord } from '#shared/messages/events/page-rendered.ts'
import { performanceParameters } from '#shared/operations/performance.ts'
import { performanceResult } from '#shared/operations/results/performance-result.ts'
import { performanceHandler } from '#stages/score/performance-handler.ts'
import type { ScorePool } from '#stages/score/score.worker.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { measured, request as requested } from '#test/support/performance/lab-measurement.ts'

const program = new URL('../../../../stages/score/score.worker.ts', import.meta.url)
const url = 'https://shop.example.com/#top'
const request: InspectionRequested = {
  id: 'one',
  operation: 'performance',
  lane: 'interactive',
  parameters: performanceParameters.parse({ url }),
  url,
  expiresAt: null,
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  timing: 'render;dur=2500.0',
}

describe('performance handler', () => {
  const scorePool: ScorePool = startThreadPool({ program, threads: 1, timeoutMs: 20_000, memoryMb: 256 })
  let embedded: Embedded
  before(async () => {
    embedded = await openEmbedded()
  })
  after(() => Promise.all([scorePool.stop(), embedded.close()]))

  /** The event as it is read from the log. */
  async function eventOf(measurement = measured()): Promise<CloudEvent> {
    const { topic, key, value, headers } = await pageRenderedRecord(
      embedded.objects.put,
      request,
      measurement,
    )
    const bytes = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)])
    const record = { topic, partition: 0, offset: 0, timestamp: 0, headers: Object.fromEntries(bytes) }
    const decoded = fromRecord({
      ...record,
      key: Buffer.from(key ?? ''),
      value: Buffer.from((value ?? '') as string),
    })
    if ('reason' in decoded) throw new Error(decoded.reason)
    return decoded.event
  }

  async function outcomeOf(event: CloudEvent) {
    const step = performanceHandler({ scorePool, ...embedded })
    const effect = await step.handle({ event, lane: 'interactive', signal: new AbortController().signal })
    if (!('resultJson' in effect)) throw new Error('no result')
    return effect
  }

  it('completes the inspection with the result of its measurement', async () => {
    const { inspection, resultJson } = await outcomeOf(await eventOf())
    const result = performanceResult.parse(JSON.parse(resultJson))
    expect([result.url, result.run_id]).to.deep.equal([url, measured().runId])
    expect(Date.parse(result.created_at)).to.be.closeTo(Date.now(), 60_000)
    expect(inspection).to.include({ id: 'one', traceparent: request.traceparent })
    expect(inspection.timing).to.match(/^render;dur=2500\.0, score;dur=\d+\.\d$/)
  })

  it('loads a measurement that is too large for an event', async () => {
    const requests = Array.from({ length: 3000 }, (_, at) => requested(`/${at}`))
    const { resultJson } = await outcomeOf(await eventOf(measured({ requests })))
    expect(JSON.parse(resultJson).resources.total_requests).to.equal(3000)
  })

  it('fails the page, not the stage, when its measurement takes more than its time', async () => {
    const limits = { timeoutMs: 100, memoryMb: 256 }
    const slow = { run: () => Promise.reject(new BudgetExceeded('timeout', limits)), stop: async () => {} }
    const step = performanceHandler({ ...embedded, scorePool: slow as unknown as ScorePool })
    const work = {
      event: await eventOf(),
      lane: 'interactive',
      signal: new AbortController().signal,
    } as const
    const failure = await rejectionOf(step.handle(work))
    expect(failure).to.include({ code: 'TIMEOUT' })
    expect((failure as Failure).details).to.deep.equal({ url, timeout_ms: 100 })
  })

  it('describes any event', async () => {
    const { describe: outline } = performanceHandler({ scorePool, ...embedded })
    const event = await eventOf()
    expect(outline(event, 'batch')).to.include({ id: 'one', operation: 'performance', url })
    expect(outline({ ...event, json: 'nonsense' }, 'batch')).to.include({
      id: 'one',
      operation: null,
      url: '',
    })
  })

  it('rejects events of other stages', async () => {
    const event = await eventOf()
    expect(await rejectionOf(outcomeOf({ ...event, json: '{}' }))).to.be.instanceOf(Error)
  })
})
