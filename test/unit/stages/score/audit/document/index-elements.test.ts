import { expect } from 'chai'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const documentOf = (html: string) => auditFacts({ html }).document

describe('index of a page', () => {
  it('has elements in document order, those of svg apart', () => {
    const document = documentOf('<p><svg><title>A</title><circle/></svg></p><b></b>')
    const names = document.all.map(({ name }) => name)
    expect(names.slice(names.indexOf('p'))).to.deep.equal(['p', 'b'])
    expect(document.byTag('title')).to.deep.equal([])
    expect(document.foreign.map(({ name }) => name)).to.deep.equal(['svg', 'title', 'circle'])
  })

  it('finds elements by several names, attribute and id', () => {
    const document = documentOf('<i id=a class></i><b id=a></b><i id=b></i><svg id=c></svg>')
    expect(document.byTag('b', 'i').map(({ attribs }) => attribs.id)).to.deep.equal(['a', 'a', 'b'])
    expect(document.withAttribute('class')).to.have.length(1)
    expect(document.byId('a')).to.have.length(2)
    expect(document.byId('c')).to.have.length(1)
    expect(document.byId('constructor')).to.deep.equal([])
  })

  it('leaves the contents of templates out', () => {
    expect(documentOf('<template><b></b></template><i></i>').byTag('b', 'i')).to.have.length(1)
  })

  it('reads pages that nest deeply', () => {
    expect(documentOf('<b>'.repeat(400)).byTag('b').length).to.be.above(100)
  })
})
