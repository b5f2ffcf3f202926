import { expect } from 'chai'
import type { Outcome } from '#shared/messages/events/outcome.ts'
import {
  claimItemOutcome,
  endItems,
  type ItemPlace,
  placeOfItem,
  readItemLine,
  readItemOutcome,
} from '#shared/store/batch-items.ts'
import { claimRecord, readRecord, reopenItem } from '#shared/store/inspection-record.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'

const BATCH = '5f0c7d0e-6c1c-4c6e-9d43-9c1f3a1f2b00'
const LIFETIMES = { outcomeTtl: 3600, batchResultTtl: 600 }
const outcome = (json: string): Outcome => ({ topic: 'result.metadata', timing: '{}', json, dataref: null })
const placeOf = (seq: number) => placeOfItem(`${BATCH}.${seq}`) as ItemPlace

describe('items of batches in the store', () => {
  let embedded: Embedded
  beforeEach(async () => {
    embedded = await openEmbedded()
  })
  afterEach(() => embedded.close())

  it('share a group by 128', () => {
    expect([127, 128, 300].map((seq) => [placeOf(seq).group, placeOf(seq).member])).to.deep.equal([
      [`inspections:${BATCH}.0`, 127],
      [`inspections:${BATCH}.1`, 0],
      [`inspections:${BATCH}.2`, 44],
    ])
    for (const id of ['one', BATCH, `${BATCH}.x`]) expect(placeOfItem(id)).to.equal(null)
  })

  it('have the first outcome until they end, and then a line alone', async () => {
    const { store } = embedded
    const [id, place] = [`${BATCH}.5`, placeOf(5)]
    const [first, second] = [outcome('{"n":1}'), outcome('{"n":2}')]
    await claimRecord(store, id, { position: '0/1', tenant: 'a'.repeat(32) })
    expect(await claimItemOutcome(store, place, first, 60)).to.deep.equal({ first, isFirst: true })
    expect(await claimItemOutcome(store, place, second, 60)).to.deep.equal({ first, isFirst: false })
    expect(await readItemOutcome(store, id, place)).to.deep.equal(first)
    expect(await readItemLine(store, place)).to.equal(null)
    const other = { id: `${BATCH}.6`, lease: 2 }
    for (const _ of [1, 2]) await endItems(store, [{ id, line: 3 }, other, { id: 'of a feeder' }], LIFETIMES)
    expect(await claimItemOutcome(store, place, second, 60)).to.equal(null)
    expect(await readItemOutcome(store, id, place)).to.equal(null)
    expect(await readItemLine(store, place)).to.equal(3)
    expect(await readItemLine(store, placeOf(6))).to.equal(null)
    expect(await readRecord(store, id)).to.deep.equal({ owner: null, operation: null, url: '', ended: true })
    expect(await claimRecord(store, id, { position: '0/1' })).to.deep.equal(await readRecord(store, id))
    expect(await claimRecord(store, other.id, { position: '0/1' })).to.include({ ended: true, lease: 2 })
    expect(await readRecord(store, 'of a feeder')).to.equal(null)
  })

  it('can be claimed again once their end is taken back', async () => {
    const { store } = embedded
    await endItems(store, [{ id: `${BATCH}.5` }, { id: `${BATCH}.6` }], LIFETIMES)
    await reopenItem(store, `${BATCH}.5`)
    expect(await claimRecord(store, `${BATCH}.5`, { position: '0/1' })).to.equal(null)
    expect(await claimRecord(store, `${BATCH}.6`, { position: '0/1' })).to.include({ ended: true })
  })
})
