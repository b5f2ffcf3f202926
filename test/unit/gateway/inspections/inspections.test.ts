import { expect } from 'chai'
import { type InspectionPorts, makeInspections } from '#gateway/inspections/inspections.ts'
import { openResultWaiter, type ResultWaiter } from '#gateway/inspections/result-waiter.ts'
import type { InspectionRequest } from '#gateway/inspections/submit.ts'
import { makeTargetCheck } from '#gateway/inspections/target-check.ts'
import { unavailable } from '#shared/errors.ts'
import { type Outcome, outcomeToText } from '#shared/messages/events/outcome.ts'
import { ENDED_CHANNEL, outcomeKey } from '#shared/store/keys.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { type DrivenClock, driveClock } from '#test/unit/driven-clock.ts'
import { someKey } from '../support/some-key.ts'

const url = 'http://shop.example/'
const WAIT_MS = 15_000
const request: InspectionRequest = {
  operation: 'metadata',
  parameters: { url, fields: 'all', device: 'desktop', max_images: 25, max_links: 100 },
  owner: someKey,
  traceparent: null,
  waitMs: WAIT_MS,
  readCache: async () => null,
}
/** The outcome of the request. */
const outcome: Outcome = {
  topic: 'result.metadata',
  timing: 't',
  json: JSON.stringify({ operation: 'metadata', url, result: { url, title: 'x' } }),
  dataref: null,
}
const listening = new AbortController().signal

/** Time stands still, unless a test lets it pass: what is answered was answered at once. */
describe('inspections of a gateway', () => {
  let embedded: Embedded
  let resultWaiter: ResultWaiter
  let clock: DrivenClock
  beforeEach(async () => {
    clock = driveClock()
    embedded = await openEmbedded()
    resultWaiter = await openResultWaiter(embedded.store)
  })
  afterEach(async () => {
    await resultWaiter.close()
    await embedded.close()
    clock.stop()
  })

  function inspections(more: Partial<InspectionPorts> = {}) {
    const { store, log, objects } = embedded
    return makeInspections({
      store,
      log,
      objects,
      metrics: noMetrics,
      batches: { results: async () => null },
      admission: { tryAdmit: () => null, release() {} },
      storage: { publish: async () => undefined },
      historyScanned: 100,
      targetCheck: async () => undefined,
      resultWaiter,
      ...more,
    })
  }

  const store = (id: string) => embedded.store.claim(outcomeKey(id), outcomeToText(outcome), 60)
  async function end(id: string): Promise<void> {
    await store(id)
    await embedded.store.wake(ENDED_CHANNEL, id)
  }
  /** The id of the inspection that is published next. */
  async function nextId(): Promise<string> {
    const requests = await embedded.watch('inspection.requested.interactive')
    while (requests.length === 0) await clock.pass(0)
    return String(requests.at(-1)?.headers.ce_id)
  }

  it('check the target, and whether the services of the operation are available', async () => {
    const targetCheck = makeTargetCheck({
      lookups: { checkTarget: async () => ({ kind: 'allowed' }) },
      dependencies: {
        assertAvailable(named = []) {
          if (named.includes('objects')) throw unavailable('objects')
        },
      },
    })
    const made = inspections({ targetCheck })
    await made.checkTarget(request)
    const rejected = made.checkTarget({ ...request, operation: 'snapshot' })
    expect(await rejectionOf(rejected)).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('pass the trace of the call on to the check of its target', async () => {
    const traces: (string | null)[] = []
    const targetCheck = async (_url: string, trace: string | null) => void traces.push(trace)
    await inspections({ targetCheck }).checkTarget({ ...request, traceparent: '00-x' })
    expect(traces).to.deep.equal(['00-x'])
  })

  it('miss no end, however early it comes: they wait before the request is published', async () => {
    const append: InspectionPorts['log']['append'] = async (records) => {
      for (const { headers } of records) await end(String(headers.ce_id))
      return embedded.log.append(records)
    }
    const waited = await inspections({ log: { ...embedded.log, append } }).submitAndWait(request, listening)
    expect(waited).to.have.nested.property('answer.resultJson', JSON.stringify({ url, title: 'x' }))
  })

  it('answer the first caller with the result as it was stored', async () => {
    const waited = inspections().submitAndWait(request, listening)
    const id = await nextId()
    await end(id)
    const resultJson = JSON.stringify({ url, title: 'x' })
    expect(await waited).to.deep.equal({ id, answer: { timing: 't', operation: 'metadata', resultJson } })
  })

  it('answer a caller who joined with the outcome of the first, which it looks for at once', async () => {
    const made = inspections()
    const { id: first } = (await made.submit(request)) as { id: string }
    await store(first)
    const other = { ...request, parameters: { ...request.parameters, url: `${url}#other` } }
    const joined = (await made.submitAndWait(other, listening)) as { id: string; answer: unknown }
    expect(joined.id).not.to.equal(first)
    const resultJson = JSON.stringify({ url: `${url}#other`, title: 'x' })
    expect(joined.answer).to.deep.equal({ timing: 't', operation: 'metadata', resultJson })
    expect(resultWaiter.waitingCount()).to.equal(0)
  })

  it('answer a caller with null when the inspection takes longer than the caller waits', async () => {
    const made = inspections()
    const waiting = [made.submitAndWait(request, listening), made.submitAndWait(request, listening)]
    await nextId()
    await clock.pass(WAIT_MS - 1)
    expect(resultWaiter.waitingCount()).to.equal(1)
    await clock.pass(1)
    const [leading, joined] = (await Promise.all(waiting)) as { id: string; answer: unknown }[]
    expect([leading?.answer, joined?.answer]).to.deep.equal([null, null])
    expect(leading?.id).not.to.equal(joined?.id)
  })

  it('end the wait of a request that was rejected', async () => {
    const admission = { tryAdmit: () => ({ reason: 'queue_full', retryAfter: null }) as const, release() {} }
    const rejected = inspections({ admission }).submitAndWait(request, listening)
    expect(await rejectionOf(rejected)).to.include({ code: 'SERVICE_UNAVAILABLE' })
    await clock.pass(0)
    expect(resultWaiter.waitingCount()).to.equal(0)
  })

  it('end the wait of a caller who disconnects, first or joined', async () => {
    const made = inspections()
    const callers = [new AbortController(), new AbortController()]
    const waiting = callers.map(({ signal }) => rejectionOf(made.submitAndWait(request, signal)))
    await nextId()
    await clock.pass(10)
    for (const caller of callers) caller.abort(new TypeError('disconnected'))
    for (const error of await Promise.all(waiting)) expect(error).to.be.instanceOf(TypeError)
    expect(resultWaiter.waitingCount()).to.equal(0)
  })

  it('name the id of each caller when the store is away during the wait: the inspection goes on', async () => {
    const made = inspections()
    const { id: first } = (await made.submit(request)) as { id: string }
    const waiting = [0, 1].map(() => rejectionOf(made.submitAndWait(request, listening)))
    await clock.pass(10)
    resultWaiter.failAll()
    const ids = (await Promise.all(waiting)).map((error) => (error as { details: { id: string } }).details.id)
    expect(new Set([first, ...ids]).size).to.equal(3)
    for (const error of await Promise.all(waiting)) expect(error).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('return a cached answer without waiting', async () => {
    const cached = { ...request, readCache: async () => '{"cached":true}' }
    expect(await inspections().submitAndWait(cached, listening)).to.deep.equal({
      cachedJson: '{"cached":true}',
    })
  })
})
