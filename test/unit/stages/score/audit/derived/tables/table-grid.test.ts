import { expect } from 'chai'
import type { Element } from 'domhandler'
import { byAria, byHtml, gridOf } from '#stages/score/audit/derived/tables/table-grid.ts'
import { cellsOf, rowsOf } from '#stages/score/audit/derived/tables/tables.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

/** Ids of the cells by row and column; a dot where there is none. */
function laidOut(rows: string): string[] {
  const [table] = auditFacts({ html: `<table>${rows}</table>` }).document.byTag('table')
  const parts = rowsOf(table as Element).map((row) => ({ cells: cellsOf(row), group: row.parent }))
  return shown(gridOf(parts, byHtml).rows)
}

function shown(rows: readonly (readonly (Element | undefined)[])[]): string[] {
  return rows.map((row) => Array.from(row, (cell) => cell?.attribs.id ?? '.').join(' '))
}

describe('grid of a table (HTML Standard, 4.9.12, "forming a table")', () => {
  it('has spanning cells in each slot that they cover', () => {
    expect(laidOut('<tr><td id=a rowspan=2><td id=b colspan=2><tr><td id=c><td id=d>')).to.deep.equal([
      'a b b',
      'a c d',
    ])
  })

  it('ends spans of rows with the row group', () => {
    expect(laidOut('<thead><tr><th id=a rowspan=9><tbody><tr><td id=b><tr><td id=c>')).to.deep.equal([
      'a',
      'b',
      'c',
    ])
    expect(laidOut('<tr><th id=a rowspan=0><td id=b><tr><td id=c><tr><td id=d>')).to.deep.equal([
      'a b',
      'a c',
      'a d',
    ])
  })

  it('takes spans that are no numbers, or below the least, for 1', () => {
    expect(laidOut('<tr><td id=a colspan=x><td id=b colspan=-2><td id=c colspan=0>')).to.deep.equal(['a b c'])
  })

  it('knows the first row and column of each cell', () => {
    const { document } = auditFacts({ html: '<table><tr><td rowspan=2><td><tr><td id=a></table>' })
    const rows = rowsOf(document.byTag('table')[0] as Element)
    const { positions } = gridOf(
      rows.map((row) => ({ cells: cellsOf(row), group: row.parent })),
      byHtml,
    )
    expect(positions.get(document.byId('a')[0] as Element)).to.deep.equal({ row: 1, column: 1 })
  })

  it('is laid out in part where spans multiply', () => {
    const cell = '<td colspan="1000" rowspan="65534">A</td>'
    const html = `<table>${`<tr>${cell.repeat(50)}</tr>`.repeat(50)}</table>`
    const rows = rowsOf(auditFacts({ html }).document.byTag('table')[0] as Element)
    const grid = gridOf(
      rows.map((row) => ({ cells: cellsOf(row), group: row.parent })),
      byHtml,
    )
    expect(grid.isCut).to.equal(true)
  })

  it('places cells by role by their spans and columns (WAI-ARIA 1.2, 6.6)', () => {
    const html =
      '<b id=a aria-colspan=2></b><b id=b></b><i id=c aria-colindex=3></i><i id=d aria-colindex=x></i>'
    const { document } = auditFacts({ html })
    const rows = [document.byTag('b'), document.byTag('i')].map((cells) => ({ cells, group: null }))
    expect(shown(gridOf(rows, byAria).rows)).to.deep.equal(['a a b', '. . c d'])
  })
})
