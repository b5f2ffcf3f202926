import { expect } from 'chai'
import { hasText, idsOf, referencedBy } from '#stages/score/audit/derived/names/id-references.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

describe('references by id', () => {
  it('are split at the white space of HTML, case kept', () => {
    expect(idsOf(' a\tB\n c ')).to.deep.equal(['a', 'B', 'c'])
    expect(idsOf('a\u00a0b')).to.deep.equal(['a\u00a0b'])
    expect(idsOf(undefined)).to.deep.equal([])
  })

  it('are the first element of each id, in the order of the references; dangling ones are left out', () => {
    const { document } = auditFacts({
      html: '<i aria-labelledby="b gone a"></i><b id=a>1</b><b id=a>2</b><u id=b>',
    })
    const [element] = document.byTag('i')
    if (element === undefined) throw new Error('no element')
    const found = referencedBy(document, element, 'aria-labelledby')
    expect(found).to.deep.equal([document.byTag('u')[0], document.byTag('b')[0]])
    expect(referencedBy(document, element, 'aria-owns')).to.deep.equal([])
  })

  it('have text when there is more than white space', () => {
    expect([undefined, '', ' \n', ' a '].map(hasText)).to.deep.equal([false, false, false, true])
  })
})
