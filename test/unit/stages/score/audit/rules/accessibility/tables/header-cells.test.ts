import { expect } from 'chai'
import { byHtml, gridOf } from '#stages/score/audit/derived/tables/table-grid.ts'
import { cellsOf, rowsOf } from '#stages/score/audit/derived/tables/tables.ts'
import { headersWithoutCells } from '#stages/score/audit/rules/accessibility/tables/header-cells.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

/** Ids of the header cells that head no cell, each with how sure that is. */
function found(rows: string): Record<string, string> {
  const [table] = auditFacts({ html: `<table>${rows}</table>` }).document.byTag('table')
  if (table === undefined) throw new Error('there is no table')
  const parts = rowsOf(table).map((row) => ({ cells: cellsOf(row), group: row.parent }))
  const entries = [...headersWithoutCells(parts, gridOf(parts, byHtml))].map(([{ attribs }, fault]) => [
    attribs.id ?? '',
    typeof fault === 'string' ? 'sure' : 'undecided',
  ])
  return Object.fromEntries(entries)
}

// HTML Standard, 4.9.12.2
describe('header cells without cells', () => {
  it('are none where each heads its row or its column', () => {
    expect(found('<tr><th id=a><th id=b><tr><th id=c><td>1')).to.deep.equal({})
    expect(found('<tr><td>1<th id=a>')).to.deep.equal({})
  })

  it('are those with no cell below them', () => {
    expect(found('<tr><th id=a><th id=b><tr><td>1')).to.deep.equal({ b: 'sure' })
  })

  it('span columns, of which one suffices', () => {
    expect(found('<tr><th id=a colspan=2><tr><td><td>1')).to.deep.equal({})
    expect(found('<tr><th id=a><th id=b colspan=2><tr><td>1')).to.deep.equal({ b: 'sure' })
  })

  it('follow their scope and their role', () => {
    expect(found('<tr><th id=a scope=row><tr><td>1')).to.deep.equal({ a: 'sure' })
    expect(found('<tr><th id=a role=columnheader><td>1')).to.deep.equal({ a: 'sure' })
    expect(found('<tr><th id=a scope=col><td>1<tr><td>2')).to.deep.equal({})
  })

  it('are not those that a cell names', () => {
    expect(found('<tr><th id=a><th id=b><tr><td headers="a b">1')).to.deep.equal({})
    expect(found('<tr><th id=a><th id=b><tr><td aria-labelledby="a b">1')).to.deep.equal({})
    expect(found('<tr><th id=a headers=a><th id=b><tr><td><td>1')).to.deep.equal({})
  })

  it('are those whose cells all name other headers', () => {
    expect(found('<tr><th id=a><th id=b><tr><td>1<td headers=a>2')).to.deep.equal({ b: 'sure' })
    expect(found('<tr><th id=a><tr><td headers=gone>1')).to.deep.equal({})
    expect(found('<tr><th id=a scope=row><td headers=b>1<th id=b scope=col>')).to.deep.equal({})
  })

  it('may head a group of rows or columns', () => {
    expect(found('<tr><th id=a scope=rowgroup colspan=2><tr><td>1<td>2')).to.deep.equal({})
    expect(found('<tbody><tr><th id=a scope=rowgroup><tbody><tr><td>1')).to.deep.equal({ a: 'sure' })
    expect(found('<tr><th id=a scope=colgroup><tr><td>1<td>2')).to.deep.equal({})
    expect(found('<tr><td>1<tr><th id=a scope=colgroup>')).to.deep.equal({ a: 'sure' })
  })

  it('may head other headers, as long as they are beside or below them', () => {
    expect(found('<tr><th id=a><tr><th id=b scope=row><td>1')).to.deep.equal({})
    expect(found('<tr><th id=a scope=row><th id=b scope=row><tr><td>1')).to.deep.equal({ b: 'sure' })
  })

  it('span rows, of which one suffices', () => {
    expect(found('<tr><th id=a rowspan=2 scope=row><tr><td>1')).to.deep.equal({})
  })

  it('are headers by role, whatever the element', () => {
    expect(found('<tr><td id=a role=columnheader><td id=b role=columnheader><tr><td>1')).to.deep.equal({
      b: 'sure',
    })
    expect(found('<tr><th id=a role=cell><th id=b role=none>')).to.deep.equal({})
  })

  it('are undecided in a table of headers only', () => {
    expect(found('<tr><th id=a><th id=b>')).to.deep.equal({ a: 'undecided', b: 'undecided' })
    expect(found('<tr><td>1')).to.deep.equal({})
  })
})
