import { expect } from 'chai'
import type { Element } from 'domhandler'
import { exposedTables, gridOf, tableCells, tableOf } from '#stages/score/audit/derived/tables/tables.ts'
import { undecided } from '#stages/score/audit/engine/evaluate.ts'
import { headersWithoutCells } from '#stages/score/audit/rules/accessibility/tables/header-cells.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

function tableIn(html: string) {
  const { document } = auditFacts({ html })
  return { document, table: document.byTag('table')[0] as Element }
}

// HTML Standard 4.9.12: forming a table.
describe('table', () => {
  it('is laid out with spanning cells', () => {
    const { table, document } = tableIn(
      '<table><tr><td id="a" rowspan="2">A<td id="b" colspan="2">B<tr><td id="c">C<td id="d">D</table>',
    )
    const names = gridOf(table).rows.map((row) => row.map((cell) => cell?.attribs.id).join(' '))
    expect(names).to.deep.equal(['a b b', 'a c d'])
    expect(gridOf(table).positions.get(document.byId('d')[0] as Element)).to.deep.equal({ row: 1, column: 2 })
  })
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
  it('is laid out in part when spans multiply, and its headers are undecided', () => {
    const cell = '<td colspan="1000" rowspan="65534">A</td>'
    const { table } = tableIn(`<table><tr><th>H</th></tr>${`<tr>${cell.repeat(50)}</tr>`.repeat(50)}</table>`)
    expect(gridOf(table).isCut).to.equal(true)
    expect([...headersWithoutCells(table).values()]).to.deep.equal([undecided])
  })
  it('is no table when it is used for layout', () => {
    const { document } = tableIn('<table role="none"><tr><td>A</table><table><tr><td>B</table>')
    expect(exposedTables(document)).to.deep.equal([document.byTag('table')[1]])
  })
})
