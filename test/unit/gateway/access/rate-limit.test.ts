import { expect } from 'chai'
import type { Context } from 'koa'
import { rejectRateLimited, setRateLimitHeaders, spentUntil } from '#gateway/access/rate-limit.ts'
import { Failure } from '#shared/errors.ts'

function recordingContext() {
  const headers: Record<string, string> = {}
  return { headers, context: { set: (more: object) => Object.assign(headers, more) } as unknown as Context }
}

describe('rate limit', () => {
  const now = Date.now
  beforeEach(() => {
    // 2026-11-25T12:00:00.000Z
    Date.now = () => 1_795_608_000_000
  })
  afterEach(() => {
    Date.now = now
  })

  it('that is spent rounds its end up to whole seconds, and never says "now"', () => {
    expect(spentUntil(30, 1_795_608_059_001)).to.deep.equal({
      limit: 30,
      remaining: 0,
      reset: 1_795_608_060,
      resetAfter: 60,
    })
    expect(spentUntil(30, 1_795_607_999_000).resetAfter).to.equal(1)
  })

  it('is told in three headers', () => {
    const { headers, context } = recordingContext()
    setRateLimitHeaders(context, { limit: 100, remaining: 7, reset: 1_795_651_200, resetAfter: 43_200 })
    expect(headers).to.deep.equal({
      'X-RateLimit-Limit': '100',
      'X-RateLimit-Remaining': '7',
      'X-RateLimit-Reset': '1795651200',
    })
  })

  it('rejects a call with the headers and the same figures as details', () => {
    const { headers, context } = recordingContext()
    expect(() => rejectRateLimited(context, spentUntil(30, 1_795_608_060_000), 'Too many'))
      .to.throw(Failure, 'Too many')
      .that.deep.includes({
        code: 'RATE_LIMIT_EXCEEDED',
        details: { limit: 30, remaining: 0, reset: 1_795_608_060, reset_after: 60 },
      })
    expect(headers['X-RateLimit-Remaining']).to.equal('0')
  })
})
