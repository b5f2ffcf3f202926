import { expect } from 'chai'
import { titleElements, titleText } from '#stages/score/audit/derived/title/titles.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const documentOf = (html: string) => auditFacts({ html }).document

describe('title elements', () => {
  it('stand in the head or elsewhere; those of drawings are none', () => {
    const { inHead, elsewhere } = titleElements(
      documentOf('<title>A</title><title>B</title><body><svg><title>C</title></svg><title>D</title>'),
    )
    expect([inHead.length, elsewhere.length]).to.deep.equal([2, 1])
  })

  it('give a text, or none', () => {
    expect(titleText(documentOf('<title> A \n B </title>'))).to.equal('A B')
    expect(titleText(documentOf('<title> </title>'))).to.equal(null)
    expect(titleText(documentOf('<p>A</p>'))).to.equal(null)
  })

  it('of great length are cut', () => {
    expect(titleText(documentOf(`<title>${'a'.repeat(1_000_000)}</title>`))).to.have.length(5_000)
  })
})
