import { expect } from 'chai'
import { elementsBelow } from '#stages/score/audit/document/index-elements.ts'
import { defaultBudgets, parseTree } from '#stages/score/audit/document/parse-tree.ts'

const count = (html: string, budgets = defaultBudgets) => {
  const { root, cut } = parseTree(html, true, budgets)
  return { elements: [...elementsBelow(root)].length, cut }
}

describe('parseTree', () => {
  it('parses a whole page', () => {
    expect(count('<p>a<p>b')).to.deep.equal({ elements: 5, cut: null })
  })

  it('stops at the limit of elements and keeps the tree', () => {
    const { elements, cut } = count('<i></i>'.repeat(100), { ...defaultBudgets, maxElements: 50 })
    expect(cut).to.equal('elements')
    expect(elements).to.equal(50)
  })

  it('stops at the limit of depth', () => {
    const { elements, cut } = count('<div>'.repeat(100_000), { ...defaultBudgets, maxDepth: 100 })
    expect(cut).to.equal('depth')
    expect(elements).to.be.within(95, 105)
  })

  it('stops at the limit of characters', () => {
    expect(count('<p>x'.repeat(10), { ...defaultBudgets, maxChars: 8 })).to.deep.equal({
      elements: 5,
      cut: 'bytes',
    })
  })

  it('stops at the limit of time and keeps the tree', () => {
    const { elements, cut } = count('<i></i>'.repeat(10_000), { ...defaultBudgets, maxMs: 0 })
    expect(cut).to.equal('time')
    expect(elements).to.be.within(1, 9_999)
  })

  it('counts time of the processor: a thread that waits for one loses nothing of its page', () => {
    const waits = new Int32Array(new SharedArrayBuffer(4))
    let asked = 0
    const budgets = {
      ...defaultBudgets,
      maxMs: 250,
      get maxElements() {
        asked += 1
        if (asked === 1) Atomics.wait(waits, 0, 0, 500)
        return defaultBudgets.maxElements
      },
    }
    expect(count('<i></i>'.repeat(1_000), budgets)).to.deep.equal({ elements: 1_003, cut: null })
  })

  it('ends soon for any nesting', () => {
    for (const piece of [
      '<a href><b>',
      '<table><tr><td>',
      '<p><select><option>',
      '<svg><g>',
      '<button><i>',
    ]) {
      expect(count(piece.repeat(5_000)).cut, piece).to.be.oneOf(['depth', 'elements', 'time', null])
    }
  })
})
