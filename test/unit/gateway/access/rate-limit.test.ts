import { expect } from 'chai'
import { rejectRateLimited, setRateLimitHeaders, spentUntil } from '#gateway/access/rate-limit.ts'
import { errors } from '#gateway/middleware/errors.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { driveClock } from '#test/unit/driven-clock.ts'
import { httpCall } from '../support/http-call.ts'
import { type SmallApp, serveApp } from '../support/serve-app.ts'

describe('rate limit', () => {
  let app: SmallApp | null = null
  afterEach(() => {
    app?.close()
    app = null
  })

  it('that is spent rounds its end up to whole seconds, and never says "now"', () => {
    const clock = driveClock()
    try {
      const now = Date.now()
      const late = spentUntil(30, now + 59_001)
      expect(late).to.deep.equal({
        ...{ limit: 30, remaining: 0, resetAfter: 60 },
        reset: Math.ceil((now + 59_001) / 1000),
      })
      expect(spentUntil(30, now - 1000).resetAfter).to.equal(1)
    } finally {
      clock.stop()
    }
  })

  it('is told in three headers', async () => {
    app = await serveApp((context) => {
      setRateLimitHeaders(context, { limit: 100, remaining: 7, reset: 1_795_651_200, resetAfter: 43_200 })
      context.body = ''
    })
    expect((await httpCall(app.url, '/')).headers).to.include({
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '7',
      'x-ratelimit-reset': '1795651200',
    })
  })

  it('rejects a call with the headers and the same figures as details', async () => {
    const spent = { limit: 30, remaining: 0, reset: 1_795_608_060, resetAfter: 60 }
    app = await serveApp(errors(silentLog), (context) => rejectRateLimited(context, spent, 'Too many'))
    const { status, headers, json } = await httpCall(app.url, '/')
    expect([status, json().error.message]).to.deep.equal([429, 'Too many'])
    expect(json().error.details).to.deep.equal({
      ...{ limit: 30, remaining: 0, reset: 1_795_608_060, reset_after: 60 },
    })
    expect(headers['x-ratelimit-remaining']).to.equal('0')
  })
})
