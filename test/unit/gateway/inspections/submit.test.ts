import { expect } from 'chai'
import type { ApiKey } from '#gateway/access/api-keys.ts'
import { makeSingleFlight } from '#gateway/inspections/single-flight.ts'
import { type InspectionRequest, makeSubmission, submit } from '#gateway/inspections/submit.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import { inFlightKey, inspectionKey } from '#shared/store/keys.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'

const owner: ApiKey = {
  id: 'key',
  hash: '',
  plan: 'free',
  scopes: [],
  label: '',
  isRevoked: false,
  createdAt: '2026-01-01T00:00:00Z',
  limits: {},
  metadataTtlSeconds: null,
}

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

  function callThatRecalls(readCache: InspectionRequest['readCache']) {
    const url = 'http://shop.example/'
    const parameters = { url, fields: 'all', device: 'desktop', max_images: 25, max_links: 100 } as const
    const request = {
      operation: 'metadata',
      parameters,
      owner,
      traceparent: null,
      waitMs: 45_000,
      readCache,
    } as const
    return makeSubmission(request)
  }

  function accept(call: ReturnType<typeof makeSubmission>) {
    const { store, log } = embedded
    const append = async (records: readonly NewRecord[]) => {
      published.push({ record: await store.get(inspectionKey(call.id)), isAnnounced })
      await log.append(records)
    }
    const admission = { tryAdmit: () => null, release() {} }
    const storage = { publish: async () => void (await Promise.resolve().then(() => (isAnnounced = true))) }
    return submit(
      { log: { ...log, append }, store, storage },
      makeSingleFlight({ store, admission, metrics: noMetrics }),
      call,
    )
  }

  it('publishes a request after its record and the limit of its owner', async () => {
    const call = callThatRecalls(async () => null)
    expect(await accept(call)).to.include({ id: call.id })
    expect(published).to.have.length(1)
    expect(published[0]?.isAnnounced).to.equal(true)
    expect(JSON.parse(published[0]?.record ?? '')).to.include({ owner: 'key', identity: call.identity })
  })

  it('publishes nothing when an identical inspection ended before its claim', async () => {
    const call = callThatRecalls(async () => '{"title":"x"}')
    expect(await accept(call)).to.deep.equal({ cachedJson: '{"title":"x"}' })
    expect(published).to.deep.equal([])
    expect(await embedded.store.get(inFlightKey(call.identity))).to.equal(null)
  })
})
