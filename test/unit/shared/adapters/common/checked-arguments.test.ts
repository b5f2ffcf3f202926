import { expect } from 'chai'
import {
  checkedMs,
  checkedPermitRequest,
  checkedRecentBounds,
  checkedTtl,
} from '#shared/adapters/common/checked-arguments.ts'

describe('checked arguments', () => {
  const notWhole = [Number.NaN, Number.POSITIVE_INFINITY, 1.5, -1, 2 ** 53]

  it('return a valid TTL, and throw a RangeError for any other', () => {
    expect(checkedTtl(1)).to.equal(1)
    for (const seconds of [...notWhole, 0]) expect(() => checkedTtl(seconds)).to.throw(RangeError, 'TTL')
  })

  it('return a time from the minimum on, and throw a RangeError for any other', () => {
    expect(checkedMs(0, 0)).to.equal(0)
    expect(checkedMs(1, 1)).to.equal(1)
    expect(() => checkedMs(0, 1)).to.throw(RangeError, 'at least 1')
    for (const ms of notWhole) expect(() => checkedMs(ms, 0)).to.throw(RangeError, 'milliseconds')
  })

  it('return a valid permit request, and throw a RangeError for any other', () => {
    const request = { limit: 1, ttlMs: 1, ended: ['a'] }
    expect(checkedPermitRequest(request)).to.equal(request)
    for (const wrong of [{ limit: 0 }, { ttlMs: 0 }]) {
      expect(() => checkedPermitRequest({ ...request, ...wrong })).to.throw(RangeError)
    }
  })

  it('return valid bounds of a list, and throw a RangeError for any other', () => {
    const bounds = { keep: 1, ttlSeconds: 1 }
    expect(checkedRecentBounds(bounds)).to.equal(bounds)
    for (const wrong of [{ ttlSeconds: 0 }, ...[...notWhole, 0].map((keep) => ({ keep }))])
      expect(() => checkedRecentBounds({ ...bounds, ...wrong })).to.throw(RangeError)
  })
})
