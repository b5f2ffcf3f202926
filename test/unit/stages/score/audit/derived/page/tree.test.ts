import { expect } from 'chai'
import { treeShape } from '#stages/score/audit/derived/page/tree.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const shapeOf = (html: string) => treeShape(auditFacts({ html }).document)

describe('the tree of a page', () => {
  it('an empty body has nothing below it', () => {
    expect(shapeOf('')).to.include({ elements: 0, depth: 0, width: 0 })
  })

  it('counts what is below the body, the body being the first level', () => {
    expect(
      shapeOf('<head><title>A</title></head><body><div><p>a</p><p>b</p><p>c</p></div></body>'),
    ).to.include({
      elements: 4,
      depth: 3,
      width: 3,
    })
  })

  it('contents of templates are no part of the page', () => {
    expect(shapeOf('<p>x</p><template><p><b>a</b></p></template>')).to.include({ elements: 2 })
  })
})
