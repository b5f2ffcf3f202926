import { expect } from 'chai'
import { type Sameness, sameness } from '#stages/batch/crawl/families/family-content.ts'
import { rank, rankOf, withPage } from '#stages/batch/crawl/families/family-rank.ts'

const empty = { compared: 0, fresh: 0, stale: 0 }
const { none, likely, certain } = sameness
const recordOf = (...pages: readonly Sameness[]) => pages.reduce(withPage, empty)
const times = (count: number, page: Sameness) => Array.from({ length: count }, () => page)
const rankAfter = (...pages: readonly Sameness[]) => rankOf(recordOf(...pages), empty)

describe('rankOf', () => {
  it('follows a family of which little is known, or whose pages are new', () => {
    expect(rankOf(empty, empty)).to.equal(rank.followed)
    expect(rankAfter(none, ...times(10, certain))).to.equal(rank.followed)
    expect(rankAfter(...times(400, none))).to.equal(rank.followed)
  })

  it('lets a family sink after a dozen same pages, or when few are new', () => {
    expect(rankAfter(none, ...times(12, certain))).to.equal(rank.sunk)
    expect(rankAfter(none, ...times(9, certain), none, ...times(6, certain))).to.equal(rank.sunk)
  })

  it('takes samples of a family after forty same pages, and follows it again after many new ones', () => {
    const trap = [none, ...times(40, certain)]
    expect(rankAfter(...trap)).to.equal(rank.sampled)
    expect(rankAfter(...trap, none)).to.equal(rank.sunk)
    expect(rankAfter(...trap, ...times(20, none))).to.equal(rank.followed)
  })

  it('counts a likely same page half', () => {
    expect(rankAfter(none, ...times(79, likely))).to.equal(rank.sunk)
    expect(rankAfter(none, ...times(80, likely))).to.equal(rank.sampled)
  })

  it('leaves little to new families of a section in which all is the same', () => {
    const section = recordOf(none, ...times(40, certain))
    expect(rankOf(empty, section)).to.equal(rank.sunk)
    expect(rankOf(recordOf(certain, certain), section)).to.equal(rank.sampled)
  })
})
