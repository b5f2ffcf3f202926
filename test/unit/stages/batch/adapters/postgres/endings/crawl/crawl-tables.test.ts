import { expect } from 'chai'
import { makeCrawlTables } from '#stages/batch/adapters/postgres/endings/crawl/crawl-tables.ts'
import {
  type FamilyNode,
  LoadedCrawl,
  MissingRows,
} from '#stages/batch/adapters/postgres/endings/crawl/load-crawl.ts'
import type { StoredItem } from '#stages/batch/frontier/decisions/decision-tables.ts'
import { familyKeys } from '#stages/batch/frontier/decisions/held-back.ts'

const item = (url: string, role: StoredItem['role'] = 'page'): StoredItem => ({
  ...{ role, parameters: 1, depth: 1, url, source: null, scope: 's' },
})

function node(id: number, more: Partial<FamilyNode> = {}): FamilyNode {
  return {
    ...{
      id,
      parent: 1,
      hash: `${id}`.padStart(32, '0'),
      contents: null,
      open_items: 0,
      held: 0,
      compared: 0,
    },
    ...{ fresh: 0, stale: 0, gap: 1, rank: 0 },
    ...more,
  }
}

function tablesOf(loaded: LoadedCrawl, families = 100) {
  return makeCrawlTables({ loaded, row: { families }, keysOf: familyKeys, parametersId: () => 1 })
}

describe('makeCrawlTables', () => {
  it('takes note of places and counts that were not loaded, and goes on', () => {
    const { tables, misses } = tablesOf(new LoadedCrawl())
    expect(tables.families.find(1, 7, 'aa')).to.equal(undefined)
    expect(tables.families.count(1, 7)).to.equal(0)
    expect([...misses.places.values()]).to.deep.equal([{ parent: 7, hash: 'aa' }])
    expect([...misses.counts]).to.deep.equal([7])
  })

  it('knows what is below a node that it added: nothing else', () => {
    const loaded = new LoadedCrawl()
    loaded.places.set('0 aa', null)
    loaded.counts.set(0, 5)
    const { tables, misses } = tablesOf(loaded)
    const host = tables.families.insert(1, 0, 'aa')
    expect(host).to.equal(101)
    expect(tables.families.find(1, host, 'bb')).to.equal(undefined)
    expect(tables.families.count(1, 0)).to.equal(6)
    expect(tables.families.count(1, host)).to.equal(0)
    expect(misses.isEmpty()).to.equal(true)
  })

  it('does not change what was loaded: another run begins anew', () => {
    const loaded = new LoadedCrawl()
    loaded.addNode(node(5, { held: 3 }))
    const first = tablesOf(loaded)
    first.tables.families.save({ ...node(5), held: 2 })
    expect(first.tables.seen.isNew(1, 'aa')).to.equal(true)
    expect(first.tables.seen.isNew(1, 'aa')).to.equal(false)
    expect([...first.changes().seen]).to.deep.equal(['aa'])
    const second = tablesOf(loaded)
    expect(second.tables.families.family(5).held).to.equal(3)
    expect(second.tables.seen.isNew(1, 'aa')).to.equal(true)
  })

  it('takes held items in order: those that were stored, then those that are held now', () => {
    const loaded = new LoadedCrawl()
    const rows = [
      { ...item('/a'), n: 1 },
      { ...item('/a', 'discovery'), n: 2 },
      { ...item('/b'), n: 3 },
    ]
    loaded.held.set(5, { rows, isWhole: true })
    const { tables, changes } = tablesOf(loaded)
    for (const one of [item('/c'), item('/c', 'discovery'), item('/d')]) tables.held.insert(1, 5, one)
    const taken = [1, 2, 3].map(() => tables.held.takeFirst(5).map(({ url, role }) => `${url} ${role}`))
    expect(taken).to.deep.equal([['/a page', '/a discovery'], ['/b page'], ['/c page', '/c discovery']])
    expect(changes().taken).to.deep.equal([1, 2, 3])
    expect(changes().held.map(({ item: { url } }) => url)).to.deep.equal(['/d'])
  })

  it('wants more held items of a family, twice as many each time, and goes on no further', () => {
    const loaded = new LoadedCrawl()
    const first = tablesOf(loaded)
    expect(() => first.tables.held.takeFirst(5)).to.throw(MissingRows)
    const wanted = first.misses.held.get(5) ?? 0
    loaded.held.set(5, {
      rows: Array.from({ length: wanted }, (_, n) => ({ ...item(`/${n}`), n })),
      isWhole: false,
    })
    const second = tablesOf(loaded)
    expect(() => {
      for (let taken = 0; taken <= wanted; taken++) second.tables.held.takeFirst(5)
    }).to.throw(MissingRows)
    expect(second.misses.held.get(5)).to.equal(2 * wanted)
  })

  it('finds the next family with held items among stored and changed ones', () => {
    const loaded = new LoadedCrawl()
    const stored = [node(3, { held: 1 }), node(4, { held: 2 }), node(9, { held: 1, rank: 1 })]
    for (const one of stored) loaded.addNode(one)
    loaded.addNode(node(7))
    loaded.withHeld = { ids: [3, 4], isWhole: false }
    const { tables, misses } = tablesOf(loaded)
    expect(tables.families.nextWithHeld(1)?.id).to.equal(3)
    tables.families.save({ ...node(3), held: 0 })
    expect(tables.families.nextWithHeld(1)?.id).to.equal(4)
    tables.families.save({ ...node(4), held: 0 })
    // One that is changed may come after others that were not loaded.
    tables.families.save({ ...node(7), held: 1, rank: 1 })
    expect(() => tables.families.nextWithHeld(1)).to.throw(MissingRows)
    expect(misses.withHeld).to.be.greaterThan(2)
  })

  it('passes over a sampled family with fewer held pages than its gap', () => {
    const loaded = new LoadedCrawl()
    loaded.addNode(node(3, { held: 4, gap: 4, rank: 2 }))
    loaded.withHeld = { ids: [], isWhole: true }
    const { tables } = tablesOf(loaded)
    expect(tables.families.nextWithHeld(1)).to.equal(null)
    tables.families.save(node(3, { held: 5, gap: 4, rank: 2 }))
    expect(tables.families.nextWithHeld(1)?.id).to.equal(3)
  })
})
