import { expect } from 'chai'
import { openTables } from '#stages/batch/adapters/sqlite/tables.ts'
import { crawlLimits } from '#stages/batch/crawl/crawl-limits.ts'
import { rank } from '#stages/batch/crawl/families/family-rank.ts'
import type { FamilyRow } from '#stages/batch/frontier/decisions/decision-tables.ts'
import { findFamily } from '#stages/batch/frontier/decisions/held-back.ts'
import { storeOfEachTest } from '../../../../store-fixture.ts'

/** A text of letters for each number: digits would be taken for what varies. */
const word = (number: number) =>
  `w${[...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`

describe('familiesTable', () => {
  const store = storeOfEachTest()
  const table = () => openTables(store.database.db, 2).families
  const idsOf = (addresses: readonly string[], batch = 1) => {
    const families = table()
    return new Set(addresses.map((address) => findFamily(families, batch, address).id))
  }
  const words = (count: number) => Array.from({ length: count }, (_, number) => word(number))

  it('adds a family without a record, and finds it again', () => {
    const families = table()
    const { id, parent, ...record } = findFamily(families, 1, 'https://x.example/item/1')
    expect(record).to.deep.equal({
      ...{ open_items: 0, held: 0, compared: 0, fresh: 0, stale: 0, gap: 1, rank: rank.followed },
    })
    expect(families.section(parent)).to.deep.equal({
      id: parent,
      compared: 0,
      fresh: 0,
      stale: 0,
      contents: null,
    })
    expect(findFamily(families, 1, 'https://x.example/item/2').id).to.equal(id)
  })

  it('keeps batches, hosts, sections and families apart', () => {
    const families = table()
    const of = (batch: number, address: string) => findFamily(families, batch, address)
    const rows = [
      of(1, 'https://x.example/a/1'),
      of(2, 'https://x.example/a/1'),
      of(1, 'https://y.example/a/1'),
      of(1, 'https://x.example/b/1'),
      of(1, 'https://x.example/a/1?q=2'),
    ]
    expect(new Set(rows.map(({ id }) => id))).to.have.property('size', rows.length)
    expect(new Set(rows.map(({ parent }) => parent))).to.have.property('size', rows.length)
    const [one, two] = [of(1, 'https://x.example/a?q=1'), of(1, 'https://x.example/a?r=1')]
    expect([one.id === two.id, one.parent === two.parent]).to.deep.equal([false, true])
  })

  it('saves the records of families and sections, for the next process too', async () => {
    const { id, parent } = findFamily(table(), 1, 'https://x.example/a/1')
    const family: FamilyRow = {
      ...{ id, parent, open_items: 3, held: 5, compared: 8, fresh: 2, stale: 4, gap: 16, rank: rank.sampled },
    }
    const contents = new Uint8Array([0, 255, 7])
    table().save(family)
    table().saveSection({ id: parent, compared: 9, fresh: 1, stale: 6, contents })
    await store.reopen()
    expect(findFamily(table(), 1, 'https://x.example/a/2')).to.deep.equal(family)
    expect(table().section(parent)).to.deep.equal({ id: parent, compared: 9, fresh: 1, stale: 6, contents })
  })

  // What is beyond the most in one node of the tree shares the next node, until that is full too.
  const { hosts, sectionsOfHost, familiesOfSection } = crawlLimits
  const ofSection = familiesOfSection + 1
  const ofHost = sectionsOfHost + ofSection
  for (const [what, most, all, addressOf] of [
    ['hosts of a batch', hosts, hosts + ofHost, (name: string) => `https://${name}.example/`],
    ['sections of a host', sectionsOfHost, ofHost, (name: string) => `https://x.example/${name}/`],
    ['families of a section', familiesOfSection, ofSection, (name: string) => `https://x.example/?${name}=1`],
  ] as const) {
    it(`has a bounded number of families for any number of ${what}`, () => {
      const first = idsOf(words(most).map(addressOf))
      expect(first).to.have.property('size', most)
      expect(idsOf(words(400).map(addressOf))).to.have.property('size', all)
      expect(idsOf(words(most).map(addressOf)), 'the first ones keep theirs').to.deep.equal(first)
      expect(idsOf([addressOf(word(398)), addressOf(word(399))])).to.have.property('size', 1)
      const others = [addressOf(word(398)), addressOf(word(399))]
      expect(idsOf(others, 2), 'another batch has room').to.have.property('size', 2)
    })
  }

  describe('nextWithHeld', () => {
    const paths = ['a', 'b', 'c'] as const
    let batch = 1
    /** Saves these values in families of a new batch, in the order of their paths, and returns the path that comes next. */
    function next(values: readonly Partial<FamilyRow>[]): string | null {
      const families = table()
      batch += 1
      const rows = values.map((more, at) => ({
        ...findFamily(families, batch, `https://x.example/${paths[at]}/`),
        ...more,
      }))
      for (const row of rows) families.save(row)
      const id = families.nextWithHeld(batch)?.id
      return paths[rows.findIndex((row) => row.id === id)] ?? null
    }

    it('is none where nothing is held', () => {
      expect(table().nextWithHeld(1)).to.equal(null)
      expect(next([{}, { open_items: 4 }])).to.equal(null)
    })

    it('is the best rank first, then the fewest same pages, then the one found first', () => {
      expect(
        next([
          { held: 9, rank: rank.sampled },
          { held: 1, rank: rank.sunk, stale: 99 },
        ]),
      ).to.equal('b')
      expect(
        next([
          { held: 9, stale: 2 },
          { held: 1, stale: 1 },
          { held: 1, stale: 3 },
        ]),
      ).to.equal('b')
      expect(next([{}, { held: 1 }, { held: 1 }])).to.equal('b')
    })

    it('is a sampled one only with more items than the gap leaves out', () => {
      expect(next([{ held: 4, gap: 4, rank: rank.sampled }])).to.equal(null)
      expect(next([{ held: 5, gap: 4, rank: rank.sampled }])).to.equal('a')
      expect(next([{ held: 1, gap: 4, rank: rank.sunk }])).to.equal('a')
    })

    it('is never one of another batch', () => {
      const families = table()
      families.save({ ...findFamily(families, 2, 'https://x.example/a/'), held: 1 })
      expect([families.nextWithHeld(1), families.nextWithHeld(2)?.held]).to.deep.equal([null, 1])
    })
  })

  it('removes some rows of a batch at a time, and none of others', () => {
    const families = table()
    const { id } = findFamily(families, 2, 'https://x.example/a/')
    // A host, two sections, two families.
    for (const path of ['a', 'b']) findFamily(families, 1, `https://x.example/${path}/`)
    expect([families.remove(1, 4), families.remove(1, 4), families.remove(1, 4)]).to.deep.equal([4, 1, 0])
    expect(findFamily(families, 2, 'https://x.example/a/').id).to.equal(id)
  })
})
