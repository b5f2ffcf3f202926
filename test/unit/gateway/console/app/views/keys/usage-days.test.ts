import { expect } from 'chai'
import { dayTotals, usedOperations } from '#gateway/console/app/views/keys/usage-days.ts'

const days = [
  { date: '2026-02-01', operations: { metadata: 2, snapshot: 3, thumbnail: 1 } },
  { date: '2026-03-01', operations: { batch: 120, metadata: 1 } },
]

describe('dayTotals', () => {
  it('has the 30 days that end with the present one, calls apart from batch items', () => {
    const totals = dayTotals(days, '2026-03-02T00:00:00.000Z')
    expect(totals).to.have.length(30)
    // February 2026 has 28 days: 31 January is the 30th day, 1 March included.
    expect(totals[0]).to.deep.equal({ date: '2026-01-31', calls: 0, items: 0 })
    expect(totals[1]).to.deep.equal({ date: '2026-02-01', calls: 6, items: 0 })
    expect(totals.at(-2)).to.deep.equal({ date: '2026-02-28', calls: 0, items: 0 })
    expect(totals.at(-1)).to.deep.equal({ date: '2026-03-01', calls: 1, items: 120 })
  })
})

describe('usedOperations', () => {
  it('keeps the order, and leaves out what was never used', () => {
    const known = ['snapshot', 'metadata', 'performance', 'batch', 'thumbnail']
    expect(usedOperations(days, known)).to.deep.equal(['snapshot', 'metadata', 'batch', 'thumbnail'])
    expect(usedOperations([], known)).to.deep.equal([])
  })
})
