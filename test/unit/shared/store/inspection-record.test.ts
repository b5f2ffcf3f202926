import { expect } from 'chai'
import { claimRecord, readRecord, writeRecord } from '#shared/store/inspection-record.ts'
import { inspectionKey } from '#shared/store/keys.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'

const BATCH = '5f0c7d0e-6c1c-4c6e-9d43-9c1f3a1f2b00'

describe('records of batch requests', () => {
  let embedded: Embedded
  beforeEach(async () => {
    embedded = await openEmbedded()
  })
  afterEach(() => embedded.close())

  const ids = [1, 127, 128, 129, 256, 4_294_967_295].map((seq) => `${BATCH}.${seq}`)
  const others = [`${BATCH.replace('5', '6')}.1`, BATCH, 'a feeder’s own/1', `${BATCH}.x`]

  it('exist once for each inspection, of items and of external producers', async () => {
    const { store } = embedded
    for (const [index, id] of [...ids, ...others].entries()) {
      expect(await readRecord(store, id)).to.equal(null)
      expect(await claimRecord(store, id, { position: `0/${index}` })).to.equal(null)
      expect(await claimRecord(store, id, { position: `0/${index}` })).to.equal(null)
    }
    for (const [index, id] of [...ids, ...others].entries()) {
      expect(await claimRecord(store, id, { position: '9/9' })).to.include({ position: `0/${index}` })
      await writeRecord(store, id, { ended: true, digest: `d${index}`, lease: 3 }, 60)
    }
    for (const [index, id] of [...ids, ...others].entries()) {
      expect(await readRecord(store, id)).to.deep.equal({
        ...{ owner: null, operation: null, url: '', ended: true, digest: `d${index}`, lease: 3 },
      })
    }
  })

  it('of items have no key of their own, and fit into a group', async () => {
    const { store } = embedded
    const written: string[] = []
    const noting = {
      ...store,
      setIn: async (group: string, name: string, value: string, ttl: number) => {
        written.push(value)
        await store.setIn(group, name, value, ttl)
      },
    }
    const largest = {
      tenant: 'f'.repeat(32),
      digest: '-'.repeat(12),
      lease: 99,
      position: '999/999999999999',
    }
    await writeRecord(noting, `${BATCH}.1`, largest, 60)
    expect(written).to.have.length(2)
    for (const text of written) expect(Buffer.byteLength(text)).to.be.at.most(64)
    expect(await store.get(inspectionKey(`${BATCH}.1`))).to.equal(null)
    expect(await readRecord(store, `${BATCH}.1`)).to.deep.include(largest)
  })
})
