import { expect } from 'chai'
import { fillLevel } from '#shared/consumer/fill-level.ts'

describe('fillLevel', () => {
  // 100 pending records are the mark; 2,000 tracked entries are the limit.
  for (const [pending, tracked, expected] of [
    [0, 0, 'low'],
    [50, 1000, 'low'],
    [51, 0, 'between'],
    [0, 1001, 'between'],
    [99, 1999, 'between'],
    [100, 0, 'full'],
    [0, 2000, 'full'],
  ] as const) {
    it(`is ${expected} with ${pending} pending records and ${tracked} tracked entries`, () => {
      expect(fillLevel(pending, tracked, 100)).to.equal(expected)
    })
  }
})
