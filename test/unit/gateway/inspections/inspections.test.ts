import { expect } from 'chai'
import type { ApiKey } from '#gateway/access/api-keys.ts'
import { type InspectionPorts, makeInspections } from '#gateway/inspections/inspections.ts'
import type { InspectionRequest } from '#gateway/inspections/submit.ts'
import { operationRoutes } from '#gateway/operations/index.ts'
import { unavailable } from '#shared/errors.ts'
import type { Outcome } from '#shared/messages/events/outcome.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'

const owner = {
  id: 'key',
  plan: 'free',
  scopes: [],
  limits: {},
  metadataTtlSeconds: null,
} as unknown as ApiKey
const url = 'http://shop.example/'
const request: InspectionRequest = {
  operation: 'metadata',
  parameters: { url, fields: 'all', device: 'desktop', max_images: 25, max_links: 100 } as never,
  owner,
  traceparent: null,
  waitMs: 15_000,
  readCache: async () => null,
}
/** The outcome of the request. */
const ended: Outcome = {
  topic: 'result.metadata',
  timing: 't',
  json: JSON.stringify({ operation: 'metadata', url, result: { url, title: 'x' } }),
  dataref: null,
}
const listening = new AbortController().signal

describe('inspections of a gateway', () => {
  let embedded: Embedded
  /** The ids that somebody waits for, each with how to end the wait. */
  let waits: Map<string, PromiseWithResolvers<Outcome | null>>
  /** The signals that end those waits. */
  let signals: Map<string, AbortSignal>
  let asked: string[]
  beforeEach(async () => {
    embedded = await openEmbedded()
    waits = new Map()
    signals = new Map()
    asked = []
  })
  afterEach(() => embedded.close())

  function inspections(more: Partial<InspectionPorts> = {}) {
    const { store, log, objects } = embedded
    return makeInspections({
      store,
      log,
      objects,
      metrics: noMetrics,
      admission: { tryAdmit: () => null, release() {} },
      storage: { publish: async () => undefined },
      historyPerOwner: 100,
      historyScanned: 100,
      targetCheck: async () => undefined,
      resultWaiter: {
        waitFor(id: string, _ms: number, signal: AbortSignal) {
          const wait = Promise.withResolvers<Outcome | null>()
          signals.set(id, signal)
          waits.set(id, wait)
          return wait.promise
        },
        checkNow: (id: string) => void asked.push(id),
      },
      ...more,
    } as unknown as InspectionPorts)
  }

  it('check the target, and whether the services of the operation are available', async () => {
    const checks: unknown[][] = []
    const targetCheck = async (...check: unknown[]) => void checks.push(check)
    await inspections({ targetCheck }).checkTarget({ ...request, traceparent: '00-x' })
    await inspections({ targetCheck }).checkTarget({ ...request, operation: 'snapshot' })
    expect(checks).to.deep.equal([
      [url, '00-x', operationRoutes.metadata.requiredDependencies],
      [url, null, operationRoutes.snapshot.requiredDependencies],
    ])
  })

  it('wait before the request is published, so that no early end is missed', async () => {
    const append: InspectionPorts['log']['append'] = async (records) => {
      expect([...waits.keys()]).to.deep.equal([String(records[0]?.headers.ce_id)])
      const places = await embedded.log.append(records)
      for (const wait of waits.values()) wait.resolve(null)
      return places
    }
    const made = inspections({ log: { ...embedded.log, append } })
    const waited = await made.submitAndWait(request, listening)
    expect(waited).to.deep.equal({ id: [...waits.keys()][0], answer: null })
  })

  it('answer a caller who joined with the outcome of the first, which it looks for at once', async () => {
    const made = inspections()
    const { id: first } = (await made.submit(request)) as { id: string }
    const other = { ...request, parameters: { ...request.parameters, url: `${url}#other` } }
    const joined = made.submitAndWait(other, listening)
    while (!asked.includes(first)) await new Promise(setImmediate)
    const [own = ''] = [...waits.keys()].filter((id) => id !== first)
    expect([signals.get(own)?.aborted, signals.get(first)?.aborted]).to.deep.equal([true, false])
    waits.get(first)?.resolve(ended)
    const resultJson = JSON.stringify({ url: `${url}#other`, title: 'x' })
    const answer = { timing: 't', operation: 'metadata', resultJson }
    expect(await joined).to.deep.equal({ id: own, answer })
  })

  it('answer a caller who joined with null when the inspection takes longer than the caller waits', async () => {
    const made = inspections()
    const { id: first } = (await made.submit(request)) as { id: string }
    const joined = made.submitAndWait(request, listening)
    while (!asked.includes(first)) await new Promise(setImmediate)
    waits.get(first)?.resolve(null)
    const answered = (await joined) as { id: string; answer: unknown }
    expect(answered.id).not.to.equal(first)
    expect(answered.answer).to.equal(null)
  })

  it('answer the first caller with the result as it was stored', async () => {
    const waited = inspections().submitAndWait(request, listening)
    while (waits.size === 0) await new Promise(setImmediate)
    const [[id, wait]] = [...waits] as [[string, PromiseWithResolvers<Outcome | null>]]
    wait.resolve(ended)
    const resultJson = JSON.stringify({ url, title: 'x' })
    expect(await waited).to.deep.equal({ id, answer: { timing: 't', operation: 'metadata', resultJson } })
  })

  it('end the wait of a request that was rejected, and of a caller who disconnects', async () => {
    const rejecting = { tryAdmit: () => ({ reason: 'queue_full', retryAfter: null }), release() {} }
    const rejected = inspections({ admission: rejecting } as never).submitAndWait(request, listening)
    expect(await rejectionOf(rejected)).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect([...signals.values()].map(({ aborted }) => aborted)).to.deep.equal([true])
    signals.clear()
    const caller = new AbortController()
    const waited = inspections().submitAndWait(request, caller.signal)
    while (signals.size === 0) await new Promise(setImmediate)
    const [[id, signal]] = [...signals] as [[string, AbortSignal]]
    expect(signal.aborted).to.equal(false)
    caller.abort()
    expect(signal.aborted).to.equal(true)
    waits.get(id)?.reject(new TypeError('disconnected'))
    expect(await rejectionOf(waited)).to.be.instanceOf(TypeError)
  })

  it('name the id when the store is away during the wait: the inspection goes on', async () => {
    const made = inspections()
    const waited = made.submitAndWait(request, listening)
    while (waits.size === 0) await new Promise(setImmediate)
    const [[id, wait]] = [...waits] as [[string, PromiseWithResolvers<Outcome | null>]]
    wait.reject(unavailable('store'))
    expect(await rejectionOf(waited)).to.deep.include({ code: 'SERVICE_UNAVAILABLE', details: { id } })
  })

  it('return a cached answer without waiting', async () => {
    const cached = { ...request, readCache: async () => '{"cached":true}' }
    expect(await inspections().submitAndWait(cached, listening)).to.deep.equal({
      cachedJson: '{"cached":true}',
    })
  })
})
