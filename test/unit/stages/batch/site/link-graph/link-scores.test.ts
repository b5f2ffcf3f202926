import { expect } from 'chai'
import { linkScores, pageRanks } from '#stages/batch/site/link-graph.ts'

/** Links from each page to others. */
const graph = (...next: number[][]) => ({
  start: Uint32Array.from([0, ...next.map((_, page) => next.slice(0, page + 1).flat().length)]),
  values: Int32Array.from(next.flat()),
})
const close = (ranks: Float64Array, expected: number[]) => {
  for (const [page, rank] of expected.entries()) expect(ranks[page]).to.be.closeTo(rank, 1e-4)
}

/** Brin and Page, "The Anatomy of a Large-Scale Hypertextual Web Search Engine", 2.1.1, with damping 0.85. */
describe('PageRank', () => {
  it('is equal in a circle', () => close(pageRanks(graph([1], [2], [0])), [1 / 3, 1 / 3, 1 / 3]))

  it('is that of two pages that both link to a third, which links to the first', () => {
    // a = 0.05 + 0.85 c, b = 0.05, c = 0.05 + 0.85 (a + b): c = (0.05 + 0.85 * 0.1) / (1 - 0.7225).
    const c = 0.135 / 0.2775
    close(pageRanks(graph([2], [2], [0])), [0.05 + 0.85 * c, 0.05, c])
  })

  it('of a page without links goes to every page alike', () => {
    // a = b + 0.85 * nothing: a = 0.075 + 0.425 b, b = 0.075 + 0.85 a + 0.425 b; a + b = 1: a = 0.5 / 1.425.
    const a = 0.5 / 1.425
    const ranks = pageRanks(graph([1], []))
    close(ranks, [a, 1 - a])
  })
})

describe('link score', () => {
  it('is logarithmic from 0 to 100 with one decimal', () => {
    // Three pages link to the first one, which links to the second: their ranks are 0.0375, x and y.
    const scores = linkScores(graph([1], [0], [0], [0]))
    const ranks = pageRanks(graph([1], [0], [0], [0]))
    expect([scores[0], scores[2], scores[3]]).to.deep.equal([100, 0, 0])
    const [most, second, least] = [ranks[0], ranks[1], ranks[2]] as [number, number, number]
    expect(scores[1]).to.be.closeTo((100 * Math.log(second / least)) / Math.log(most / least), 0.051)
  })

  it('is 0 where no page has more than another, and for no pages', () => {
    expect([...linkScores(graph([1], [0]))]).to.deep.equal([0, 0])
    expect([...linkScores(graph([], []))]).to.deep.equal([0, 0])
    expect([...linkScores(graph())]).to.deep.equal([])
  })
})
