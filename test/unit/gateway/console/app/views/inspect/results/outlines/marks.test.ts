import { expect } from 'chai'
import { locatable, type Mark, placed } from '#gateway/console/app/views/inspect/results/outlines/marks.ts'

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
const mark = (selector: string, kind: Mark['kind'] = 'finding'): Mark => ({ selector, label: selector, kind })

describe('marks on a screenshot', () => {
  it('are numbered, with their boxes in percent of the image', () => {
    const located = [
      { selector: 'h1', boxes: [box(75, 200, 150, 100), box(0, 1000, 750, 1000)], matches: 2 },
      { selector: '#gone', boxes: [], matches: 0 },
    ]
    const marks = placed([mark(' h1 '), mark('#gone'), mark('#late')], { located, width: 750, height: 2000 })
    expect(marks.map(({ number, boxes, matches }) => ({ number, boxes, matches }))).to.deep.equal([
      { number: 1, boxes: [box(10, 10, 20, 5), box(0, 50, 100, 50)], matches: 2 },
      { number: 2, boxes: [], matches: 0 },
      { number: 3, boxes: [], matches: null },
    ])
  })

  it('of the largest paint have the largest box alone', () => {
    const located = [{ selector: 'img', boxes: [box(0, 0, 10, 10), box(50, 50, 50, 50)], matches: 2 }]
    const [lcp] = placed([mark('img', 'lcp')], { located, width: 100, height: 100 })
    expect(lcp?.boxes).to.deep.equal([box(50, 50, 50, 50)])
  })

  it('are located together: each selector once, own ones first, as many and as long as the interface takes', () => {
    expect(locatable(['b', ' a '], ['a', 'c', '', '  '])).to.deep.equal(['b', 'a', 'c'])
    expect(locatable(['x'.repeat(1000), 'x'.repeat(1001)])).to.deep.equal(['x'.repeat(1000)])
    const long = Array.from({ length: 30 }, (_, at) => `#${String(at).padStart(999, 'n')}`)
    expect(locatable(long)).to.deep.equal(long.slice(0, 20))
    const many = Array.from({ length: 150 }, (_, at) => `#n${at}`)
    expect(locatable(['#own'], many)).to.deep.equal(['#own', ...many.slice(0, 99)])
  })
})
