import { expect } from 'chai'
import { makeCrawlTables } from '#stages/batch/adapters/postgres/endings/crawl/crawl-tables.ts'
import { LoadedCrawl } from '#stages/batch/adapters/postgres/endings/crawl/load-crawl.ts'
import { crawlLimits } from '#stages/batch/crawl/crawl-limits.ts'
import { familyKeys, findFamily, OTHERS } from '#stages/batch/frontier/decisions/held-back.ts'
import { digest } from '#stages/batch/frontier/decisions/item-hash.ts'

/** Tables of a crawl of which nothing is stored. */
function emptyTables() {
  const row = { families: 0 }
  const crawl = makeCrawlTables({ loaded: new LoadedCrawl(), row, keysOf: familyKeys, parametersId: () => 1 })
  return { families: crawl.tables.families, crawl }
}

/** A text of letters for each number: digits would be taken for what varies. */
const word = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

describe('findFamily', () => {
  it('adds a host, a section and a family once', () => {
    const { families, crawl } = emptyTables()
    const one = findFamily(families, 1, 'https://x.example/item/1')
    const two = findFamily(families, 1, 'https://x.example/item/2')
    expect(two).to.deep.equal(one)
    expect([...crawl.changes().nodes.keys()]).to.deep.equal([1, 2, 3])
    expect(one).to.include({ id: 3, parent: 2, held: 0, open_items: 0, gap: 1 })
  })

  it('takes all families of a full section for one', () => {
    const { families } = emptyTables()
    const most = crawlLimits.familiesOfSection
    const ids = Array.from(
      { length: most + 5 },
      (_, at) => findFamily(families, 1, `https://x.example/a/${word(at)}`).id,
    )
    expect(new Set(ids)).to.have.property('size', most + 1)
    expect(new Set(ids.slice(most))).to.have.property('size', 1)
  })

  it('takes all sections of a full host for one, and all hosts beyond the most', () => {
    const { families } = emptyTables()
    const { sectionsOfHost, hosts } = crawlLimits
    const sections = Array.from({ length: sectionsOfHost + 3 }, (_, at) =>
      findFamily(families, 1, `https://x.example/${word(at)}/b`),
    )
    expect(new Set(sections.map(({ parent }) => parent))).to.have.property('size', sectionsOfHost + 1)
    const others = Array.from({ length: hosts + 3 }, (_, at) =>
      findFamily(families, 1, `https://${word(at)}.example/a/b`),
    )
    const hostOf = (section: number) => families.family(section).parent
    // One of them is x.example, and one stands for all others.
    expect(new Set(others.map(({ parent }) => hostOf(parent)))).to.have.property('size', hosts)
  })
})

describe('OTHERS', () => {
  it('is no hash of an address', () => {
    expect(OTHERS).to.equal(digest('*'))
    expect(Object.values(familyKeys('https://x.example/*'))).to.not.include(OTHERS)
  })
})
