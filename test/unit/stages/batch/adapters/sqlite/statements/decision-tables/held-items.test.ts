import { expect } from 'chai'
import { openTables } from '#stages/batch/adapters/sqlite/tables.ts'
import type { StoredItem } from '#stages/batch/frontier/decisions/decision-tables.ts'
import { storeOfEachTest } from '../../../../store-fixture.ts'

const held = (url: string, more: Partial<StoredItem> = {}): StoredItem => ({
  ...{ role: 'page', parameters: 1, depth: 2, url, source: 'https://x.example/', scope: 'x.example' },
  ...more,
})

describe('heldItemsTable', () => {
  const store = storeOfEachTest()
  const table = () => openTables(store.database.db, 2).held
  const urlsOf = (rows: readonly StoredItem[]) => rows.map(({ url }) => url)

  it('gives the pages of a family in the order of their insertion, each once', () => {
    const items = table()
    for (const name of ['c', 'a', 'b']) items.insert(1, 7, held(`https://x.example/${name}`))
    const taken = [1, 2, 3, 4].map(() => urlsOf(items.takeFirst(7)))
    expect(taken).to.deep.equal([
      ['https://x.example/c'],
      ['https://x.example/a'],
      ['https://x.example/b'],
      [],
    ])
  })

  it('gives a page with its discovery item', () => {
    const items = table()
    const [one, two] = ['https://x.example/1', 'https://x.example/2'] as const
    for (const url of [one, two]) {
      items.insert(1, 7, held(url))
      items.insert(1, 7, held(url, { role: 'discovery' }))
    }
    for (const url of [one, two])
      expect(items.takeFirst(7).map((row) => [row.url, row.role])).to.deep.equal([
        [url, 'page'],
        [url, 'discovery'],
      ])
  })

  it('returns all of an item, also what is unknown', () => {
    const items = table()
    const rows = [
      held('https://x.example/ü?q=日本'),
      held('https://x.example/2', { depth: null, source: null, scope: null }),
    ]
    for (const row of rows) items.insert(1, 7, row)
    for (const row of rows) expect(items.takeFirst(7)).to.have.length(1).and.to.containSubset([row])
  })

  it('keeps families apart, and finds nothing in an unknown one', () => {
    const items = table()
    items.insert(1, 7, held('https://x.example/1'))
    items.insert(1, 8, held('https://x.example/1'))
    expect(items.takeFirst(9)).to.deep.equal([])
    expect([items.takeFirst(8).length, items.takeFirst(8).length]).to.deep.equal([1, 0])
    expect(items.takeFirst(7)).to.have.length(1)
  })

  it('removes some rows of a batch at a time, and none of others', () => {
    const items = table()
    for (const batch of [1, 2])
      for (const name of ['a', 'b', 'c']) items.insert(batch, batch, held(`https://x.example/${name}`))
    expect([items.remove(3, 10), items.remove(1, 2), items.remove(1, 2), items.remove(1, 2)]).to.deep.equal([
      0, 2, 1, 0,
    ])
    expect(items.takeFirst(1)).to.deep.equal([])
    expect(urlsOf(items.takeFirst(2))).to.deep.equal(['https://x.example/a'])
  })

  it('goes on with the next item in the next process', async () => {
    for (const name of ['a', 'b']) table().insert(1, 7, held(`https://x.example/${name}`))
    table().takeFirst(7)
    await store.reopen()
    table().insert(1, 7, held('https://x.example/c'))
    expect([1, 2, 3].flatMap(() => urlsOf(table().takeFirst(7)))).to.deep.equal([
      'https://x.example/b',
      'https://x.example/c',
    ])
  })
})
