import { expect } from 'chai'
import { headersWithoutCells } from '#stages/score/audit/rules/accessibility/tables/header-cells.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

/** Ids of the header cells that head no cell, each with how sure that is. */
function found(rows: string): Record<string, string> {
  const [table] = auditFacts({ html: `<table>${rows}</table>` }).document.byTag('table')
  if (table === undefined) throw new Error('there is no table')
  const entries = [...headersWithoutCells(table)].map(([{ attribs }, fault]) => [
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
  })

  it('are undecided in a table of headers only', () => {
    expect(found('<tr><th id=a><th id=b>')).to.deep.equal({ a: 'undecided', b: 'undecided' })
    expect(found('<tr><td>1')).to.deep.equal({})
  })
})
