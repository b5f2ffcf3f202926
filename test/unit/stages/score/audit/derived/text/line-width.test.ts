import { expect } from 'chai'
import { columnsOf, lineWidth } from '#stages/score/audit/derived/text/line-width.ts'

describe('the width of a line in Arial', () => {
  // Advance widths in thousandths of an em, Adobe font metrics of Helvetica, which those of Arial equal.
  for (const [text, thousandths] of [
    ['i', 222],
    ['W', 944],
    ['0', 556],
    [' ', 278],
    ['@', 1015],
    ['~', 584],
    ['é', 556],
    ['Hello', 722 + 556 + 222 + 222 + 556],
  ] as const) {
    it(`of "${text}"`, () => {
      expect(lineWidth(text, 1_000)).to.equal(thousandths)
    })
  }

  it('of full-width characters is an em each', () => {
    expect(lineWidth('東京한あア', 20)).to.equal(100)
  })

  it('does not grow by combining marks', () => {
    expect(lineWidth('e\u0301', 1_000)).to.equal(556)
  })
})

describe('columns', () => {
  it('are characters as readers count them', () => {
    expect(columnsOf('abc')).to.equal(3)
    expect(columnsOf('e\u0301')).to.equal(1)
    expect(columnsOf('東京')).to.equal(4)
    expect(columnsOf('👨‍👩‍👧')).to.equal(2)
  })
})
