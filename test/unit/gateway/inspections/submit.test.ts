import { expect } from 'chai'
import { makeSingleFlight } from '#gateway/inspections/single-flight.ts'
import { type InspectionRequest, makeSubmission, submit } from '#gateway/inspections/submit.ts'
import { tenantIdOf } from '#shared/messages/events/inspection.ts'
import { checkParameters } from '#shared/operations/parameters.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'
import { historyKey, inFlightKey, inspectionKey } from '#shared/store/keys.ts'
import { referenceNow } from '#shared/store/reference-clock.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { driveClock } from '#test/unit/driven-clock.ts'
import { someKey } from '../support/some-key.ts'

const owner = { ...someKey, id: 'key' }

describe('submit', () => {
  let embedded: Embedded
  /** What the store had when a request was published. */
  let published: { readonly record: string | null; readonly isAnnounced: boolean }[]
  let isAnnounced: boolean
  beforeEach(async () => {
    embedded = await openEmbedded()
    published = []
    isAnnounced = false
  })
  afterEach(() => embedded.close())

  function callThatRecalls(readCache: InspectionRequest['readCache'], more: Partial<InspectionRequest> = {}) {
    const url = 'http://shop.example/'
    const parameters = { url, fields: 'all', device: 'desktop', max_images: 25, max_links: 100 } as const
    const request = {
      operation: 'metadata',
      parameters,
      owner,
      traceparent: null,
      waitMs: 45_000,
      readCache,
      ...more,
    } as const
    return makeSubmission(request)
  }

  const accept = (call: ReturnType<typeof makeSubmission>) => acceptAll([call])[0]
  /** Submits them at the same time, at one gateway. */
  function acceptAll(calls: readonly ReturnType<typeof makeSubmission>[]) {
    const { store, log } = embedded
    const [call] = calls as [ReturnType<typeof makeSubmission>]
    const append = async (records: readonly NewRecord[]) => {
      published.push({ record: await store.get(inspectionKey(call.id)), isAnnounced })
      return log.append(records)
    }
    const admission = { tryAdmit: () => null, release() {} }
    const storage = { publish: async () => void (await Promise.resolve().then(() => (isAnnounced = true))) }
    const singleFlight = makeSingleFlight({ store, admission, metrics: noMetrics })
    return calls.map((one) => submit({ log: { ...log, append }, store, storage }, singleFlight, one))
  }

  it('publishes a request after its record and the limit of its owner', async () => {
    const call = callThatRecalls(async () => null)
    expect(await accept(call)).to.include({ id: call.id })
    expect(published).to.have.length(1)
    expect(published[0]?.isAnnounced).to.equal(true)
    const tenant = tenantIdOf('key')
    expect(JSON.parse(published[0]?.record ?? '')).to.include({
      owner: 'key',
      tenant,
      identity: call.identity,
    })
  })

  it('leaves no record when it gets no turn before its client gives up', async () => {
    const call = callThatRecalls(async () => null, { waitMs: 0 })
    await embedded.store.set(inFlightKey(call.identity), 'other 9000000000000 announced', 60)
    expect(await rejectionOf(accept(call) as Promise<unknown>)).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(await embedded.store.get(inspectionKey(call.id))).to.equal(null)
    expect(published).to.deep.equal([])
  })

  it('has the inspection go on for 30 s after the time that its client waits', () => {
    const clock = driveClock()
    try {
      const { until, expiresAt } = callThatRecalls(async () => null)
      expect([until, expiresAt].map((at) => at - referenceNow())).to.deep.equal([45_000, 75_000])
    } finally {
      clock.stop()
    }
  })

  it('publishes what the request says, for its tenant', async () => {
    const call = callThatRecalls(async () => null, { traceparent: '00-x' })
    const requests = await embedded.watch('inspection.requested.interactive')
    await accept(call)
    await eventually(() => requests.length > 0)
    const [{ headers, value }, ...rest] = requests as [LogRecord, ...LogRecord[]]
    expect(rest).to.deep.equal([])
    expect([String(headers.ce_id), String(headers.ce_traceparent)]).to.deep.equal([call.id, '00-x'])
    const data = JSON.parse(String(value))
    expect(data).to.deep.equal({ operation: 'metadata', parameters: call.request.parameters })
  })

  for (const [operation, expected] of [
    ['metadata', 'http://shop.example/'],
    ['seo-audit', 'http://shop.example/'],
    ['snapshot', 'http://shop.example/#access_token=1'],
    ['performance', 'http://shop.example/#access_token=1'],
  ] as const) {
    it(`publishes a fragment only where a browser may show another page for it: ${operation}`, async () => {
      const url = 'http://shop.example/#access_token=1'
      const parameters = { url, fields: 'all', device: 'desktop', max_images: 25, max_links: 100 } as const
      const requests = await embedded.watch('inspection.requested.interactive')
      await accept(callThatRecalls(async () => null, { operation, parameters }))
      await eventually(() => requests.length > 0)
      const text = String(requests[0]?.value)
      expect(JSON.parse(text).parameters.url).to.equal(expected)
      expect(text.includes('access_token')).to.equal(expected.includes('#'))
    })
  }

  it('records with which inspection a request shares its answer, and until when', async () => {
    const [first, second] = [callThatRecalls(async () => null), callThatRecalls(async () => null)]
    const joined = await Promise.all(acceptAll([first, second]))
    expect(joined).to.deep.equal([
      { id: first.id, expiresAt: first.expiresAt, isLeader: true },
      { id: first.id, expiresAt: first.expiresAt, isLeader: false },
    ])
    expect(published).to.have.length(1)
    const record = JSON.parse((await embedded.store.get(inspectionKey(second.id))) ?? '')
    expect(record).to.include({ owner: 'key', sameAs: first.id, expiresAt: first.expiresAt })
  })

  it('lists what was started or joined in the history of its owner', async () => {
    const [first, second] = [callThatRecalls(async () => null), callThatRecalls(async () => null)]
    await Promise.all(acceptAll([first, second]))
    const listed = await embedded.store.recent(historyKey(tenantIdOf('key')), null, 10)
    expect(listed.map(({ text }) => text)).to.have.members([first.id, second.id])
  })

  it('starts an inspection for a caller who accepts no cached answer, which the one it joined found', async () => {
    const first = callThatRecalls(async () => '{"title":"x"}')
    const second = callThatRecalls(async () => null)
    const [found, own] = await Promise.all(acceptAll([first, second]))
    expect(found).to.deep.equal({ cachedJson: '{"title":"x"}' })
    expect(own).to.include({ id: second.id, isLeader: true })
    expect(published).to.have.length(1)
  })

  it('shares a comparison with earlier audits within an owner only', () => {
    const audit = (compare: boolean, id: string) => {
      const checked = checkParameters('seo-audit', { url: 'http://shop.example/', compare }, true)
      if ('problems' in checked) throw new Error('the test asks wrongly')
      const { parameters } = checked
      const asked = { operation: 'seo-audit', parameters, owner: { ...owner, id } } as const
      return callThatRecalls(async () => null, asked).identity
    }
    expect(audit(false, 'key')).to.equal(audit(false, 'other'))
    expect(audit(true, 'key')).to.equal(audit(true, 'key'))
    expect(audit(true, 'key')).not.to.equal(audit(true, 'other'))
  })

  it('publishes nothing when an identical inspection ended before its claim', async () => {
    const call = callThatRecalls(async () => '{"title":"x"}')
    expect(await accept(call)).to.deep.equal({ cachedJson: '{"title":"x"}' })
    expect(published).to.deep.equal([])
    expect(await embedded.store.get(inFlightKey(call.identity))).to.equal(null)
    expect(await embedded.store.get(inspectionKey(call.id)), 'no list shows it').to.equal(null)
  })
})
