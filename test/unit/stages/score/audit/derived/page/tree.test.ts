import { expect } from 'chai'
import type { Element } from 'domhandler'
import { nearest, treeShape } from '#stages/score/audit/derived/page/tree.ts'
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

describe('nearest', () => {
  const DEEP = 400
  const MANY = 300
  const html = `<section>${'<div>'.repeat(DEEP)}${'<b></b>'.repeat(MANY)}`
  const elements = () => auditFacts({ html }).document.byTag('b')

  it('finds the nearest ancestor that passes, and never the element itself', () => {
    const { document } = auditFacts({ html: '<div id=a><div id=b><p id=c><b>x</b></p></div></div><i>y</i>' })
    const around = nearest(({ name }) => name === 'div')
    const ids = [...document.byTag('b'), ...document.byId('b'), ...document.byTag('i')].map(
      (element) => around(element)?.attribs.id ?? null,
    )
    expect(ids).to.deep.equal(['b', 'a', null])
  })

  it('looks at each element above many siblings once or twice, found or not', () => {
    for (const wanted of ['section', 'table']) {
      let tests = 0
      const around = nearest(({ name }) => {
        tests += 1
        return name === wanted
      })
      const found = elements().map((element) => around(element)?.name ?? null)
      expect(new Set(found)).to.deep.equal(new Set([wanted === 'section' ? wanted : null]))
      // The levels once, and for each sibling its parent.
      expect(tests).to.be.below(DEEP + 2 * MANY)
    }
  })

  it('tells the test which child it came from', () => {
    const { document } = auditFacts({ html: '<fieldset><legend><b>x</b></legend><p><b>y</b></p></fieldset>' })
    const around = nearest(
      ({ name }: Element, below: Element) => name === 'fieldset' && below.name !== 'legend',
    )
    expect(document.byTag('b').map((element) => around(element)?.name ?? null)).to.deep.equal([
      null,
      'fieldset',
    ])
  })
})
