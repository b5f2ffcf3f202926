import { expect } from 'chai'
import { resultsOf } from '#infra/faults/fault-results.ts'

const unknown = { accepted: null, lost: null, wrong: null, repeated: null, recoveredMs: null }
const failed = { test: 'loses nothing', outcome: 'FAILED', reason: 'lost 1' } as const
const held = { test: 'loses nothing', outcome: 'held', reason: null } as const

describe('results of faults', () => {
  it('have the figures that a test reported before its end, with null for what does not apply', () => {
    const killed = { fault: 'killed', accepted: 7, lost: 0 }
    const frozen = { fault: 'frozen', repeated: 1, recoveredMs: null }
    expect(resultsOf('crash', [killed, held, frozen, failed], null)).to.deep.equal([
      { row: 'crash', ...unknown, ...killed, outcome: 'held', reason: null },
      { row: 'crash', ...unknown, ...frozen, outcome: 'FAILED', reason: 'lost 1' },
    ])
  })

  it('have a line for a test without figures only when it failed or was skipped', () => {
    const skipped = { test: 'starts', outcome: 'skipped', reason: 'no Redis' } as const
    expect(resultsOf('crash', [held, failed, skipped], null)).to.deep.equal([
      { row: 'crash', ...unknown, fault: 'loses nothing', outcome: 'FAILED', reason: 'lost 1' },
      { row: 'crash', ...unknown, fault: 'starts', outcome: 'skipped', reason: 'no Redis' },
    ])
  })

  it('have failed where the run of the file crashed, or had no test', () => {
    const reason = 'killed after 10 minutes'
    expect(resultsOf('crash', [held, { fault: 'frozen' }], reason)).to.deep.equal([
      { row: 'crash', ...unknown, fault: 'frozen', outcome: 'FAILED', reason },
    ])
    const withoutTest = resultsOf('crash', [], null).map((one) => [one.outcome, one.reason])
    expect(withoutTest).to.deep.equal([['FAILED', 'there is no test in it']])
    expect(resultsOf('crash', [held], reason)).to.deep.equal([
      { row: 'crash', ...unknown, fault: 'the run of the file', outcome: 'FAILED', reason },
    ])
  })
})
