import { expect } from 'chai'
import { earlierAuditsOf } from '#gateway/console/app/views/inspect/results/audit/history/earlier-audits.ts'

const common = { by_category: { metadata: 80 }, rule_version: '1.0.0' }
const later = { id: 'b', scanned_at: '2026-01-02T00:00:00.000Z', overall: 80, ...common }
const earlier = { id: 'a', scanned_at: '2026-01-01T00:00:00.000Z', overall: 70, ...common }

describe('console: earlier audits', () => {
  it('are sorted by time, the oldest first', () => {
    expect(earlierAuditsOf({ audits: [later, earlier] })).to.deep.equal([
      { ...earlier, time: Date.UTC(2026, 0, 1) },
      { ...later, time: Date.UTC(2026, 0, 2) },
    ])
    expect(earlierAuditsOf({ audits: [] })).to.deep.equal([])
  })
})
