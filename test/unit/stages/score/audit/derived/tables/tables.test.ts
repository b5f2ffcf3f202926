import { expect } from 'chai'
import type { Element } from 'domhandler'
import {
  exposedTables,
  isHeaderCell,
  tableCells,
  tableOf,
} from '#stages/score/audit/derived/tables/tables.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

function tableIn(html: string) {
  const { document } = auditFacts({ html })
  return { document, table: document.byTag('table')[0] as Element }
}

// HTML Standard 4.9.1: the table element.
describe('table', () => {
  it('begins with its head and ends with its foot', () => {
    const { table } = tableIn(
      '<table><tfoot><tr><td id="c"></tfoot><tbody><tr><td id="b"></tbody><thead><tr><th id="a"></table>',
    )
    expect(tableCells(table).map(({ attribs }) => attribs.id)).to.deep.equal(['a', 'b', 'c'])
  })
  it('leaves out the cells of nested tables', () => {
    const { table, document } = tableIn('<table><tr><td id="a"><table><tr><td id="b"></table></table>')
    expect(tableCells(table).map(({ attribs }) => attribs.id)).to.deep.equal(['a'])
    expect(tableOf(document.byId('b')[0] as Element)).to.equal(document.byTag('table')[1])
  })
  it('is no table when it is used for layout', () => {
    const { document } = tableIn('<table role="none"><tr><td>A</table><table><tr><td>B</table>')
    expect(exposedTables(document)).to.deep.equal([document.byTag('table')[1]])
  })

  it('has headers by element and by role (HTML Accessibility API Mappings 1.0)', () => {
    const { table } = tableIn(
      '<table><tr><th id="a"><th id="b" role="rowheader"><th id="c" role="cell"><td id="d"><td id="e" role="columnheader"><th id="f" role="none"></table>',
    )
    const headers = tableCells(table).filter(isHeaderCell)
    expect(headers.map(({ attribs }) => attribs.id)).to.deep.equal(['a', 'b', 'e'])
  })
})
