import { expect } from 'chai'
import { ariaTables } from '#stages/score/audit/derived/tables/aria-tables.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

/** Ids of the cells of each table, row by row. */
function tables(html: string): string[] {
  return ariaTables(auditFacts({ html }).document).map((rows) =>
    rows.map((cells) => cells.map(({ attribs }) => attribs.id).join(' ')).join(' | '),
  )
}

// WAI-ARIA 1.2, 5.4
describe('tables that are made of roles', () => {
  it('have rows with cells, in row groups and other elements too', () => {
    const head =
      '<div role=rowgroup><div role=row><b role=columnheader id=a></b><p><b role=rowheader id=b></b></p></div></div>'
    const body = '<p><i role=row><b role=cell id=c></b><b role=gridcell id=d></b></i></p>'
    expect(tables(`<div role=table>${head}${body}</div>`)).to.deep.equal(['a b | c d'])
  })

  it('leave out what is in another table, or not exposed', () => {
    const inner = '<div role=grid><div role=row><b role=gridcell id=b></b></div></div>'
    expect(
      tables(
        `<div role=treegrid><div role=row><b role=gridcell id=a>${inner}</b><b role=cell hidden id=c></b></div></div>`,
      ),
    ).to.deep.equal(['b', 'a'])
  })

  it('are not table elements, and not those whose parts aria-owns moves', () => {
    expect(tables('<table role=grid><tr role=row><td role=gridcell id=a></table>')).to.deep.equal([])
    expect(
      tables('<div role=grid aria-owns=r></div><div role=row id=r><b role=gridcell id=a></b></div>'),
    ).to.deep.equal([])
    expect(tables('<div role=grid><div role=row aria-owns=c></div></div>')).to.deep.equal([])
  })
})
