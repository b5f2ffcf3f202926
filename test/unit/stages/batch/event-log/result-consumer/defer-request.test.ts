import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { checkDuplicate } from '#shared/stage/middleware/deduplicate.ts'
import { makeRequestVerifier } from '#shared/stage/middleware/verify-request.ts'
import { type DeferOptions, deferRequest } from '#stages/batch/event-log/result-consumer.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { deferredRecord } from '#test/contract/frontier/deferred-record.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'

const ITEM = '6f0a1f9e-5c80-4b44-8a0b-0123456789ab.1'
const URL = 'http://x.example/'

describe('deferRequest', () => {
  let embedded: Embedded
  let stored: LogRecord[]
  beforeEach(async () => {
    embedded = await openEmbedded()
    stored = []
  })
  afterEach(() => embedded.close())

  const defer = (record: LogRecord, more: Partial<DeferOptions> = {}) => {
    const { log, store } = embedded
    const verifier = makeRequestVerifier(store)
    return deferRequest(record, {
      log,
      store,
      verifier,
      defer: async (one) => void stored.push(one),
      ...more,
    })
  }
  const deadLetters = async () => (await embedded.events.read('dead-letter', 0, 0)).records

  it('stores a request, and that at its place again when it is read again', async () => {
    const request = deferredRecord('r1', URL)
    await defer(request)
    await defer(request)
    expect(stored).to.deep.equal([request, request])
    expect(await deadLetters()).to.deep.equal([])
  })

  it('drops a request whose id another one has already', async () => {
    const [request, other] = [deferredRecord('r1', URL), deferredRecord('r2', URL)]
    await checkDuplicate(embedded.store, { inspection: { id: 'r1' }, position: 'elsewhere/0/1', lease: 1 })
    await defer(request)
    await defer(other)
    expect(stored).to.deep.equal([other])
  })

  it('stores requests of two sources with one id, each under the id of its inspection', async () => {
    const request = deferredRecord('r1', URL)
    const other = { ...deferredRecord('r1', URL), headers: { ...request.headers } }
    other.headers.ce_source = Buffer.from('/other')
    other.headers.pp_admitted = Buffer.from('there/0/2')
    other.headers.pp_inspection = Buffer.from('6f0a1f9e-5c80-4b44-8a0b-0123456789ab.1')
    await defer(request)
    await defer(other)
    await defer(other)
    // The first digits of what `printf /other | sha256sum` prints.
    const id = 'r1~bf2faee2'
    const kept = { ...other, headers: { ...other.headers, pp_inspection: Buffer.from(id) } }
    expect(stored).to.deep.equal([request, kept, kept])
    await defer(kept)
    expect(stored.at(-1)).to.deep.equal(kept)
    expect(await deadLetters()).to.deep.equal([])
  })

  it('sends a request that claims to be an item of a batch to the dead letters', async () => {
    await defer(deferredRecord(ITEM, URL))
    expect(stored).to.deep.equal([])
    expect((await deadLetters()).map(({ headers }) => String(headers.ce_id))).to.deep.equal([ITEM])
  })

  it('drops what is no request', async () => {
    await defer({ ...deferredRecord('r1', URL), headers: {} })
    expect([stored, await deadLetters()]).to.deep.equal([[], []])
  })

  it('rejects with what the frontier or the store answers', async () => {
    const isAway = unavailable('disk')
    const request = deferredRecord('r1', URL)
    expect(await rejectionOf(defer(request, { defer: () => Promise.reject(isAway) }))).to.equal(isAway)
    const claim = () => Promise.reject(isAway)
    expect(await rejectionOf(defer(request, { store: { ...embedded.store, claim } }))).to.equal(isAway)
    await defer(request)
    expect(stored).to.deep.equal([request])
  })
})
