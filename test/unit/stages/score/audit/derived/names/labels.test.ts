import { expect } from 'chai'
import { labelsOf } from '#stages/score/audit/derived/names/labels.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

/** The ids of the labels of the element with the id `x`. */
function labels(html: string): (string | undefined)[] {
  const { document } = auditFacts({ html })
  return document
    .byId('x')
    .slice(0, 1)
    .flatMap((control) => labelsOf(document, control).map(({ attribs }) => attribs.id))
}

// HTML Standard, 4.10.4: the label element.
describe('labels of a control', () => {
  it('are those for its id, then the one around it', () => {
    const html = '<label id=a for=x></label><label id=b><input id=x></label><label id=c for=x></label>'
    expect(labels(html)).to.deep.equal(['a', 'c', 'b'])
  })
  it('are not those around it that are for another control', () => {
    expect(labels('<label id=a for=y><input id=x></label>')).to.deep.equal([])
    expect(labels('<label id=a for=x><input id=x></label>')).to.deep.equal(['a'])
  })
  it('are those of labelable elements alone', () => {
    for (const name of ['button', 'meter', 'output', 'progress', 'select', 'textarea'])
      expect(labels(`<label id=a for=x></label><${name} id=x></${name}>`), name).to.deep.equal(['a'])
    expect(labels('<label id=a for=x></label><a id=x href=/></a>')).to.deep.equal([])
  })
})
