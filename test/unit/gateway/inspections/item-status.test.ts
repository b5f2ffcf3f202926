import { expect } from 'chai'
import type { ApiKey } from '#gateway/access/api-keys.ts'
import type { ItemStatusPorts } from '#gateway/inspections/item-status.ts'
import { readStatus } from '#gateway/inspections/status.ts'
import { tenantIdOf } from '#shared/messages/events/inspection.ts'
import { resultOutcome } from '#shared/messages/events/outcome.ts'
import { claimItemOutcome, endItems, type ItemPlace, placeOfItem } from '#shared/store/batch-items.ts'
import { claimRecord } from '#shared/store/inspection-record.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { someKey } from '../support/some-key.ts'

const BATCH = '5f0c7d0e-6c1c-4c6e-9d43-9c1f3a1f2b00'
const ID = `${BATCH}.5`
const owner: ApiKey = { ...someKey, owner: 'o', scopes: ['batch'] }
const other: ApiKey = { ...someKey, id: 'otherkey', owner: 'p', scopes: ['batch'] }
const about = { operation: 'metadata', parameters: { url: 'http://a/' }, url: 'http://a/' } as const
const lines = [
  { n: 1, id: `${BATCH}.9`, ...about, result: { title: 'another' } },
  { n: 2, id: ID, ...about, result: { title: 'Größe' }, depth: 1, from: 'http://b/' },
].map((line) => `${JSON.stringify(line)}\n`)

describe('the status of a batch item', () => {
  let embedded: Embedded
  let asked: unknown[]
  let results: ItemStatusPorts['batches']['results']
  beforeEach(async () => {
    embedded = await openEmbedded()
    asked = []
    results = async (named, { after }) => {
      asked.push([named, after])
      if (named.owner !== 'o') return null
      const bytes = Buffer.from(lines.slice(after).join(''))
      return (async function* () {
        yield bytes.subarray(0, 20)
        yield bytes.subarray(20)
      })()
    }
    await claimRecord(embedded.store, ID, { position: '0/1', tenant: tenantIdOf('o') })
  })
  afterEach(() => embedded.close())

  const status = (key: ApiKey = owner) =>
    readStatus({ ...embedded, batches: { results: (...asking) => results(...asking) } }, ID, key)
  const record = (line?: number) =>
    endItems(embedded.store, [{ id: ID, ...(line !== undefined && { line }) }], {
      ...{ outcomeTtl: 3600, batchResultTtl: 600 },
    })

  it('is running, and then its outcome until the batch part has recorded it', async () => {
    expect([await status(), await status(other)]).to.deep.equal(['running', 'unknown'])
    const inspection = {
      id: ID,
      ...about,
      lane: 'batch',
      expiresAt: null,
      traceparent: null,
      timing: '',
    } as const
    const outcome = resultOutcome(inspection, '{"title":"stored"}')
    await claimItemOutcome(embedded.store, placeOfItem(ID) as ItemPlace, outcome, 60)
    expect(await status()).to.have.nested.property('answer.resultJson', '{"title":"stored"}')
    expect(await status(other)).to.equal('unknown')
    expect(asked).to.deep.equal([])
  })

  it('is the result line afterwards, for the owner of the batch and a key with its scope', async () => {
    await record(2)
    expect(await status()).to.deep.equal({
      answer: { timing: '', operation: 'metadata', resultJson: '{"title":"Größe"}' },
    })
    expect(asked).to.deep.equal([[{ id: BATCH, owner: 'o' }, 1]])
    expect(await status(other)).to.equal('unknown')
    expect(await status({ ...owner, scopes: ['metadata'] })).to.equal('unknown')
  })

  it('is the failure of the line, without what only a line has', async () => {
    const failed = { stage: 'fetch', code: 'TIMEOUT', status: 504, message: 'late', details: { a: 1 } }
    const line = { n: 1, id: ID, ...about, ...failed, depth: 0, from: null }
    results = async () => [Buffer.from(`${JSON.stringify(line)}\n`)].values() as never
    await record(1)
    expect(await status()).to.deep.equal({ answer: { timing: '', failure: { ...about, ...failed } } })
  })

  it('is unknown without a line, and when its value is not stored any more', async () => {
    await record()
    expect(await status()).to.equal('unknown')
    const line = { n: 1, id: ID, ...about, result: null, note: 'the result is not stored any more' }
    results = async () => [Buffer.from(`${JSON.stringify(line)}\n`)].values() as never
    await record(1)
    expect(await status()).to.equal('unknown')
  })

  it('is unavailable when the line does not come', async () => {
    results = async () => [].values() as never
    await record(1)
    expect(await rejectionOf(status())).to.include({ code: 'SERVICE_UNAVAILABLE' })
  })
})
