import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { makeShareStore, type NewShare, type ShareStore } from '#gateway/routes/batches/shares/share-store.ts'
import type { unavailable } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-11-30T00:00:00.000Z')
const batch = { id: 'a-batch', owner: 'firm' }
const share: NewShare = {
  batch,
  compare: 'earlier',
  branding: { title: 'Audit', client: null, logo: 'data:image/png;base64,AAAA' },
  days: 30,
}

describe('makeShareStore', () => {
  let embedded: Embedded
  let now: number
  let shares: ShareStore
  beforeEach(async () => {
    embedded = await openEmbedded()
    now = START
    shares = makeShareStore(embedded.store, () => now)
  })
  afterEach(() => embedded.close())

  async function create(about: Partial<NewShare> = {}) {
    const created = await shares.create({ ...share, ...about })
    if ('fullUntil' in created) throw new Error('the batch is full')
    return created
  }

  it('finds a share by its token, with all that it shows', async () => {
    const { token, entry } = await create()
    const { days: _, ...shown } = share
    expect(await shares.find(token)).to.deep.equal({ ...shown, id: entry.id })
    // 192 bits are 32 characters of 6.
    expect(token).to.match(/^[\w-]{32}$/)
  })

  it('keeps the digest of a token, and the token nowhere', async () => {
    const { token } = await create()
    const stored = JSON.stringify([
      await embedded.store.entries('share:'),
      await embedded.store.entries('shares:'),
    ])
    expect(stored).to.include(createHash('sha256').update(token).digest('hex'))
    expect(stored).not.to.include(token)
  })

  it('lists the shares of a batch of one owner, without tokens and digests', async () => {
    const first = await create()
    now += 1000
    const second = await create({ branding: { title: null, client: 'A & Sons', logo: null }, days: 1 })
    await create({ batch: { ...batch, owner: 'another' } })
    expect(await shares.list(batch)).to.deep.equal([
      {
        id: first.entry.id,
        title: 'Audit',
        client: null,
        created_at: '2026-11-30T00:00:00.000Z',
        expires_at: '2026-12-30T00:00:00.000Z',
      },
      {
        id: second.entry.id,
        title: null,
        client: 'A & Sons',
        created_at: '2026-11-30T00:00:01.000Z',
        expires_at: '2026-12-01T00:00:01.000Z',
      },
    ])
    expect(await shares.list({ id: 'none', owner: 'firm' })).to.deep.equal([])
  })

  it('shows a share until the moment it expires, and no longer', async () => {
    const { token } = await create({ days: 7 })
    now = START + 7 * DAY_MS - 1
    expect(await shares.find(token)).not.to.equal(null)
    now = START + 7 * DAY_MS
    expect(await shares.find(token)).to.equal(null)
    expect(await shares.list(batch)).to.deep.equal([])
  })

  it('ends a share of the owner at once, and of nobody else', async () => {
    const { token, entry } = await create()
    expect(await shares.revoke({ ...batch, owner: 'another' }, entry.id)).to.equal(false)
    expect(await shares.revoke(batch, 'none')).to.equal(false)
    expect(await shares.find(token)).not.to.equal(null)
    expect(await shares.revoke(batch, entry.id)).to.equal(true)
    expect([await shares.find(token), await shares.list(batch)]).to.deep.equal([null, []])
    expect(await shares.revoke(batch, entry.id)).to.equal(false)
  })

  it('finds nothing by any other text', async () => {
    const { token, entry } = await create()
    for (const text of ['', entry.id, `${token}x`, token.toLowerCase(), `share:${token}`, '\0', 'ü']) {
      expect(await shares.find(text), text).to.equal(null)
    }
  })

  it('has 100 shares of a batch, and room when one expires or is removed', async () => {
    const { entry } = await create({ days: 2 })
    for (let count = 1; count < 100; count++) await create({ days: 3 })
    expect(await shares.create(share)).to.deep.equal({ fullUntil: START + 2 * DAY_MS })
    await create({ batch: { id: 'another', owner: 'firm' } })
    await shares.revoke(batch, entry.id)
    await create({ days: 3 })
    now = START + 3 * DAY_MS
    await create()
    expect(await shares.list(batch)).to.have.length(1)
  })

  it('loses no share of those that are made at the same time', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => create()))
    const ids = (await shares.list(batch)).map(({ id }) => id)
    expect(ids.toSorted()).to.deep.equal(made.map(({ entry }) => entry.id).toSorted())
  })

  it('gives up a list that others change all the time', async () => {
    const store = { ...embedded.store, compareAndSet: async () => false }
    const { code } = (await rejectionOf(makeShareStore(store).create(share))) as ReturnType<
      typeof unavailable
    >
    expect(code).to.equal('SERVICE_UNAVAILABLE')
  })
})
