import { expect } from 'chai'
import { BudgetExceeded, pageFailure } from '#shared/async/budget-exceeded.ts'
import { Failure } from '#shared/errors.ts'

const limits = { timeoutMs: 8000, memoryMb: 256 }
const url = 'https://www.example.com/'

describe('pageFailure', () => {
  const expected = [
    ['timeout', 'TIMEOUT', { url, timeout_ms: 8000 }],
    ['memory', 'RESPONSE_TOO_LARGE', { url, limit_bytes: 268_435_456 }],
  ] as const
  for (const [budget, code, details] of expected) {
    it(`is ${code} for a page that exceeded its ${budget}`, () => {
      const failure = pageFailure(new BudgetExceeded(budget, limits), url, 'read')
      expect(failure).to.be.instanceOf(Failure).and.deep.include({ code, details })
    })
  }

  it('says what could not be done in time', () => {
    const failure = pageFailure(new BudgetExceeded('timeout', limits), url, 'audited')
    expect(failure).to.have.property('message', 'The page could not be audited within 8000 ms')
  })

  it('is the error itself after a crash, so that the stage retries', () => {
    for (const error of [new BudgetExceeded('crash', limits), new Error('x')])
      expect(pageFailure(error, url, 'read')).to.equal(error)
  })
})
