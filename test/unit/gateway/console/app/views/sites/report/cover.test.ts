import { expect } from 'chai'
import {
  coverMembers,
  daysIn,
  fitsQuery,
  logoProblem,
} from '#gateway/console/app/views/sites/report/cover.ts'

describe('cover of a report', () => {
  it('has what was filled in', () => {
    expect(coverMembers({ title: ' Spring check ', client: ' ', logo: '' })).to.deep.equal({
      title: 'Spring check',
    })
  })

  it('takes PNG, JPEG and SVG of at most 100 kB', () => {
    expect(logoProblem({ type: 'image/png', size: 100_000 })).to.equal(null)
    expect(logoProblem({ type: 'image/svg+xml', size: 1 })).to.equal(null)
    expect(logoProblem({ type: 'image/jpeg', size: 100_001 })).to.include('100 kB')
    expect(logoProblem({ type: 'image/gif', size: 1 })).to.include('PNG')
  })

  it('goes into a query when its logo is short, as it is written there', () => {
    expect(fitsQuery({ logo: `data:image/png;base64,${'A'.repeat(9000)}` })).to.equal(true)
    // Each plus sign takes three characters.
    expect(fitsQuery({ logo: `data:image/png;base64,${'+'.repeat(4000)}` })).to.equal(false)
  })

  it('lasts 1 to 90 days as a link', () => {
    expect([' 1 ', '30', '90'].map(daysIn)).to.deep.equal([1, 30, 90])
    for (const no of ['0', '91', '', '1.5', '-1', 'ten']) expect(daysIn(no), no).to.equal(null)
  })
})
