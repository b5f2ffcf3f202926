import { expect } from 'chai'
import { tipDetailsOf } from '#gateway/console/app/views/inspect/findings/performance-details.ts'

type Result = Parameters<typeof tipDetailsOf>[0]

describe('console: details of a tip', () => {
  it('are null where a result has none', () => {
    expect(tipDetailsOf({}, 'a')).to.equal(null)
    expect(tipDetailsOf({ details: null } as Result, 'a')).to.equal(null)
    expect(tipDetailsOf({ details: { requests: [] } } as unknown as Result, 'a')).to.equal(null)
  })

  it('are those of its id', () => {
    const tips = [{ tip_id: 'a' }, { tip_id: 'b', title: 'B' }]
    expect(tipDetailsOf({ details: { tips } } as unknown as Result, 'b')?.title).to.equal('B')
  })
})
