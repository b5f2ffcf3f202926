import { expect } from 'chai'
import { allPages } from '#stages/batch/adapters/sqlite/site/site-reader.ts'
import { choosePages, rowLines } from '#stages/batch/site/report/chosen-pages.ts'
import { PageRows } from '#stages/batch/site/report/page-rows.ts'
import { siteOf } from '#test/support/site/site-builder.ts'

describe('lines of rows', () => {
  const site = siteOf({ pages: Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`/${at}`, {}])) })
  const rows = new PageRows(site)
  const chosen = choosePages(rows, allPages, () => true)
  const found = { url: 'https://site.test/0', note: 'x'.repeat(100) }
  const finding = { isFound: () => true, foundAt: (at: number) => (at === 1 ? null : found) }
  const parsed = (lines: string) =>
    lines
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { n: number; found?: unknown })

  it('are those behind a row, up to a number, and say whether more follow', () => {
    const some = rowLines({ rows, chosen, finding: null }, 1, 2)
    expect(parsed(some.lines).map(({ n }) => n)).to.deep.equal([2, 3])
    expect([some.count, some.last, some.isEnd]).to.deep.equal([2, 3, false])
    const rest = rowLines({ rows, chosen, finding: null }, 3, 10)
    expect([rest.count, rest.last, rest.isEnd]).to.deep.equal([2, 5, true])
    const none = rowLines({ rows, chosen, finding: null }, 5, 10)
    expect([none.lines, none.count, none.last, none.isEnd]).to.deep.equal(['', 0, 5, true])
  })

  it('have what was found where a rule is asked for, and nothing of it otherwise', () => {
    const [first, second] = parsed(rowLines({ rows, chosen, finding }, 0, 2).lines)
    expect([first?.found, second?.found]).to.deep.equal([found, null])
    expect(parsed(rowLines({ rows, chosen, finding: null }, 0, 1).lines)[0]).to.not.have.property('found')
  })

  it('end after some characters, with at least one row', () => {
    expect(rowLines({ rows, chosen, finding }, 0, 10, 1)).to.include({ count: 1, last: 1, isEnd: false })
    const { lines, count } = rowLines({ rows, chosen, finding }, 0, 10, 700)
    expect(count).to.be.within(2, 4)
    expect(lines.length).to.be.at.least(700)
  })
})
