import { expect } from 'chai'
import { headingCounts } from '#gateway/console/app/views/inspect/results/heading-counts.ts'

describe('console: counts of headings', () => {
  it('leave out the levels that are not there', () => {
    expect(headingCounts({ h1: 1, h2: 1200, h3: 0 })).to.equal('1 h1, 1,200 h2')
    expect(headingCounts({ h1: 0 })).to.equal('')
  })
})
