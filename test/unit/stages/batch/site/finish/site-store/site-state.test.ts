import { expect } from 'chai'
import { siteState } from '#stages/batch/site/finish/site-store.ts'

describe('state of what is gathered of a site', () => {
  it('is complete, then published, and remembers whether all sitemaps were read', () => {
    const { completed, published, hasSitemaps, isComplete } = siteState
    expect([hasSitemaps(0), isComplete(0)]).to.deep.equal([false, false])
    for (const has of [true, false]) {
      for (const state of [completed(has), published(completed(has))])
        expect([hasSitemaps(state), isComplete(state)]).to.deep.equal([has, true])
      // The index of what is not yet published asks for values below 4.
      expect(completed(has)).to.be.below(4)
      expect(published(completed(has))).to.be.at.least(4)
    }
  })
})
